import { TRANSFER_STATUSES, type TransferStatus } from '../lifecycle/rules.js';
import { builder } from '../schema/builder.js';
import { enumOf } from '../schema/enum.js';
import { REPORTERS, type Reporter } from './commands/budget.js';

const STATUS_WORDS: Record<TransferStatus, string> = {
  staged: 'Snapshot captured, no destination yet.',
  provisioned: 'Destination sized and budgeted; no data moved.',
  pushed: 'Snapshot readable by the destination.',
  active: 'The destination is the session’s one live owner, and spends.',
  insolvent: 'Spent has reached allocated; the grace period is running.',
  terminated: 'Ended after it ran, or stopped before.',
  expired: 'Never activated within its time.',
};

export const TransferStatusEnum = enumOf(
  'TransferStatus',
  'Where a transfer stands. A passed deadline shows at once, before anybody has written it down. More may be added.',
  Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, STATUS_WORDS[status]])) as Record<
    TransferStatus,
    string
  >,
);

export const TokenScopeEnum = enumOf('TokenScope', 'The one operation a transfer token allows.', {
  provision_runtime: 'Size and budget a destination.',
  activate: 'Make the verified destination the live owner; of a running transfer: replace its lost runtime.',
});

const REPORTER_WORDS: Record<Reporter, string> = {
  gateway: "The destination's own gateway, which saw the call.",
  compute: 'Time of the sandbox.',
  otlp: 'Telemetry of the agent: its own word.',
  command: 'The command that runs: its own word.',
  manual: 'The orchestrator of pool manual.',
};

export const ReporterEnum = enumOf(
  'Reporter',
  'Who says that something was spent.',
  Object.fromEntries(REPORTERS.map((reporter) => [reporter, REPORTER_WORDS[reporter]])) as Record<
    Reporter,
    string
  >,
);

export const MeteringEnum = enumOf('Metering', 'How far what was spent can be trusted. More may be added.', {
  none: 'Nothing was reported yet.',
  self_reported: 'Only by what runs there: its own word.',
  metered: 'By a meter the agent does not hold.',
});

export const CeilingsEnum = enumOf('Ceilings', "Whether the driver holds the tier's ceilings.", {
  enforced: 'The driver enforces each of them.',
  advisory: 'The driver cannot enforce them all: they are advice to whoever reads them.',
});

export const LedgerKindEnum = enumOf('LedgerKind', 'Why an amount stands in the ledger. More may be added.', {
  usage: 'A usage report.',
  settle: 'A hold replaced by its true cost.',
  hold_expired: 'A hold past its life, in full.',
  hold_closed: 'A hold open when the transfer ended, in full.',
  adjustment: 'The difference, once the true cost of such a hold was told; signed.',
});

export const DriverStateEnum = builder.enumType('DriverState', {
  description: 'What a driver says of a runtime that was lost.',
  values: {
    GONE: { description: 'Nothing of it is left.' },
    STOPPED: { description: 'It is there and does not run.' },
  },
});
