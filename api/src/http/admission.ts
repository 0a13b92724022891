import type { IncomingMessage } from 'node:http';
import { DOORS, type DoorName } from '../door-table.js';
import { DoorRefusal } from './client-error.js';

/** Throws 405 for a method that the table does not list for this door, and names those it does. */
export function requireMethod({ method = '' }: IncomingMessage, door: DoorName): void {
  const methods: readonly string[] = DOORS[door].methods;
  if (methods.includes(method)) return;
  const allow = methods.join(', ');
  throw new DoorRefusal('INVALID_INPUT', `This address takes ${allow}`, { status: 405, headers: { allow } });
}
