import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A client from npm. `launcher` is the script to run with Node, from the package's folder. */
export type ClientPackage = { label: string; name: string; version: string; launcher: string };

/** Where a client lives during a run: everything it reads or writes is below these two. */
export type ClientPlace = { home: string; project: string };

const prefix = ({ label, version }: ClientPackage) =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'baton', 'clients', `${label}-${version}`);

/** The launcher's path in the user's cache, whether it is there or not. */
export const packageFile = (client: ClientPackage): string =>
  join(prefix(client), 'node_modules', client.name, client.launcher);

/** Whether the client is there; prints one line when it is not, so that a skip is never silent. */
export function clientInstalled(client: ClientPackage): boolean {
  const installed = existsSync(packageFile(client));
  if (!installed && process.env.BATON_TEST_CLIENTS === 'required')
    throw new Error(`${client.label} is missing`);
  const { label, version } = client;
  if (!installed) console.log(`${label} ${version} is not installed, skipped (npm run test:clients)`);
  return installed;
}

/**
 * Installs the client into the user's cache; a no-op when it is there. Install scripts are off: the
 * native binary comes as an optional package, and the launcher finds it.
 */
export async function installClient(client: ClientPackage): Promise<void> {
  if (existsSync(packageFile(client))) return;
  await mkdir(prefix(client), { recursive: true });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--include=optional'];
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    prefix(client),
    ...flags,
    `${client.name}@${client.version}`,
  ]);
}

/**
 * The environment of a run: nothing of the caller's but PATH. All traffic that is not for the model
 * API goes to the stub's proxy, which refuses and remembers it.
 */
export const clientEnvironment = ({ home }: ClientPlace, apiUrl: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: home,
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  SHELL: '/bin/bash',
  HTTP_PROXY: apiUrl,
  HTTPS_PROXY: apiUrl,
  NO_PROXY: '127.0.0.1',
});
