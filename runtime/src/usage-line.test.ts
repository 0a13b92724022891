import { expect, test } from 'vitest';
import { readUsageLine } from './usage-line.js';

const read = (text: string) => readUsageLine(Buffer.from(text));

test('takes an amount as string or as number, by its text', () => {
  expect(read('{"id":"a","amountUsd":"0.30","detail":{"tokens":7}}')).toEqual({
    ok: true,
    usage: { id: 'a', amountUsd: '0.3', detail: { tokens: 7 } },
  });
  // As a float it would be 0.1 and a little more.
  expect(read('{"id":"a","amountUsd":0.100000000000000005}')).toEqual({ ok: false, reason: 'BAD_AMOUNT' });
  expect(
    read(String.raw`{"detail":{"amountUsd":5,"s":"\"amountUsd\":6"},"id":"a","amount\u0055sd":1e-9}`),
  ).toMatchObject({
    ok: true,
    usage: { amountUsd: '0.000000001' },
  });
});

test.for<[string, string]>([
  ['NOT_JSON', '{"id":"a",'],
  ['NOT_JSON', '{"id":"a","id":"b","amountUsd":"1"}'],
  ['NOT_JSON', ''],
  ['NOT_AN_OBJECT', '["a", 1]'],
  ['BAD_ID', '{"amountUsd":"1"}'],
  ['BAD_ID', '{"id":"","amountUsd":"1"}'],
  ['BAD_ID', `{"id":"${'x'.repeat(129)}","amountUsd":"1"}`],
  ['BAD_AMOUNT', '{"id":"a"}'],
  ['BAD_AMOUNT', '{"id":"a","amountUsd":null}'],
  ['BAD_AMOUNT', '{"id":"a","amountUsd":["1"]}'],
  ['BAD_AMOUNT', '{"id":"a","amountUsd":-1}'],
  ['BAD_AMOUNT', '{"id":"a","amountUsd":"1 "}'],
])('%s: %s', ([reason, text]) => {
  expect(read(text)).toEqual({ ok: false, reason });
});

test('counts what was spent though its detail is too large to be told', () => {
  expect(read(JSON.stringify({ id: 'a', amountUsd: '1', detail: 'x'.repeat(4096) }))).toEqual({
    ok: true,
    usage: { id: 'a', amountUsd: '1', detail: undefined },
    warning: 'DETAIL_TOO_LARGE',
  });
});
