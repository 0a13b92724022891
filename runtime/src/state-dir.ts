import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivate, writePrivate } from './private-file.js';

/** Where one transfer's things lie in the daemon's state directory. */
export interface TransferPaths {
  readonly root: string;
  /** The claim's credential, 0600. */
  readonly claim: string;
  /** The lease secret, 0600. */
  readonly lease: string;
  /** The restored parts; working directory of the command. */
  readonly session: string;
  readonly home: string;
  readonly tmp: string;
  /** What the command appends usage to, by descriptor 3. */
  readonly usage: string;
  /** How far of it is answered for. */
  readonly usageOffset: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Usage lines that could not be counted. Outlives the transfer: somebody must look at them. */
  readonly badUsage: string;
}

/** Kept from the claim until the teardown is reported. */
export interface ClaimRecord {
  readonly transferId: string;
  /** Good for this transfer alone. */
  readonly credential: string;
  readonly tier: string;
  /** Idempotency keys of what is done once under this claim. */
  readonly verifyKey: string;
  readonly teardownKey: string;
}

export interface LeaseRecord {
  readonly secret: string;
  /** The epoch it acts under; null before the activation. */
  readonly epoch: number | null;
}

const TRANSFER_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Throws a RangeError for an id that could not be a folder's name. */
export function transferPaths(stateDir: string, id: string): TransferPaths {
  if (!TRANSFER_ID.test(id)) throw new RangeError(`Not the id of a transfer: ${JSON.stringify(id)}`);
  const root = join(stateDir, id);
  const at = (name: string) => join(root, name);
  return {
    root,
    claim: at('claim.json'),
    lease: at('lease.json'),
    session: at('session'),
    home: at('home'),
    tmp: at('tmp'),
    usage: at('usage.in'),
    usageOffset: at('usage.offset'),
    stdout: at('stdout.log'),
    stderr: at('stderr.log'),
    badUsage: join(stateDir, 'bad-usage', `${id}.jsonl`),
  };
}

/** Makes the state directory, for its owner alone. */
export async function makeStateDir(dir: string): Promise<void> {
  await mkdir(join(dir, 'bad-usage'), { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
}

/** The claims that a daemon before this one left behind, running or not. */
export async function standingClaims(stateDir: string): Promise<ClaimRecord[]> {
  const names = (await readdir(stateDir)).filter((name) => TRANSFER_ID.test(name)).sort();
  const records = await Promise.all(
    names.map((name) => readPrivate<ClaimRecord>(transferPaths(stateDir, name).claim)),
  );
  return records.filter((record) => record !== null);
}

export async function storeClaim({ root, claim }: TransferPaths, record: ClaimRecord): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await writePrivate(claim, record);
}
