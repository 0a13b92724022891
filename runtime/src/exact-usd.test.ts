import { expect, test } from 'vitest';
import { exactUsd } from './exact-usd.js';

test.for<[string, string]>([
  ['0', '0'],
  ['0.0', '0'],
  ['0.30', '0.3'],
  ['3e-1', '0.3'],
  ['30E-2', '0.3'],
  ['0.003e+2', '0.3'],
  ['12', '12'],
  ['1e3', '1000'],
  ['1e-9', '0.000000001'],
  ['10e-10', '0.000000001'],
  ['0.300000000000000000', '0.3'],
  ['0.123456789', '0.123456789'],
  ['1000000', '1000000'],
])('%s is exactly %s', ([text, exact]) => {
  expect(exactUsd(text)).toBe(exact);
});

test.for([
  '1e-10',
  '0.1234567891',
  '-1',
  '-0',
  '+1',
  '1000000.000000001',
  '1e7',
  '1e999',
  '01',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '0x10',
  ' 1',
  '',
  '1e1000',
])('%j is refused', (text) => {
  expect(exactUsd(text)).toBeNull();
});
