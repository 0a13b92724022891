import { expect, test } from 'vitest';
import { printDiagrams } from './diagram.js';

const { transfer, handoff } = printDiagrams();

test('the handoff, whole', () => {
  expect(handoff).toBe(
    [
      '```mermaid',
      'stateDiagram-v2',
      '  [*] --> pending : send',
      '  pending --> accepted : accept',
      '  pending --> cancelled : cancel',
      '  accepted --> completed : complete',
      '  completed --> [*]',
      '  cancelled --> [*]',
      '  note right of pending',
      '    sendMessage, revise, decide',
      '  end note',
      '  note right of accepted',
      '    sendMessage, revise, decide',
      '  end note',
      '```',
    ].join('\n'),
  );
});

test('the arrows of the transfer', () => {
  expect(transfer.split('\n').filter((line) => line.includes('-->'))).toEqual([
    '  [*] --> staged : stage',
    '  staged --> provisioned : provision',
    '  provisioned --> pushed : push',
    '  pushed --> active : activate',
    '  active --> insolvent : settle, reportUsage',
    '  insolvent --> active : settle, topUp',
    '  staged --> terminated : terminate',
    '  provisioned --> terminated : terminate',
    '  pushed --> terminated : terminate',
    '  active --> terminated : terminate, supersede, endGrace',
    '  insolvent --> terminated : terminate, supersede, endGrace',
    '  staged --> expired : expire',
    '  provisioned --> expired : expire',
    '  pushed --> expired : expire',
    '  terminated --> [*]',
    '  expired --> [*]',
  ]);
});

test('what leaves the transfer’s state stands beside it, and a replaced runtime draws no state of its own', () => {
  expect(transfer).toContain('note right of provisioned\n    acceptSecrets, claim, fork\n');
  expect(transfer).not.toContain('replaced');
});
