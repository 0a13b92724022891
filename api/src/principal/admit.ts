import type { Context } from '../context.js';
import { Fault } from '../errors.js';
import type { Scope } from './scopes.js';
import { recordAudit } from './store.js';

/**
 * Lets a caller through to a command or a query, or throws FORBIDDEN: first the root fields of its kind, then its
 * scopes. The document it sent was judged before, at the door. A refused call is a line of the audit log.
 */
export async function admit(context: Context, rootField: string, scope: Scope | null): Promise<void> {
  const { viewer, layers } = context;
  const reachable = layers.mayReach(viewer, rootField);
  if (reachable && (scope === null || layers.holdsScope(viewer, scope))) return;
  await recordAudit(context, { action: rootField, outcome: 'refused', code: 'FORBIDDEN' });
  throw new Fault(
    'FORBIDDEN',
    reachable
      ? `This credential lacks the scope ${scope}.`
      : `A credential of kind ${viewer.kind} has no part in ${rootField}.`,
  );
}
