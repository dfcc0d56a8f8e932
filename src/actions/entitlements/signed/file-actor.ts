import type { FileActor } from '../../../core/entitlements/signed/licence-file.ts';
import type { ActionContext } from '../../context.ts';

/** Who issues, revokes or uploads a file; without a person, the service itself. */
export function fileActor({ actor }: Pick<ActionContext, 'actor'>): FileActor {
  if (!actor) return { kind: 'Command', id: 'tessera', name: 'Tessera' };
  const { kind, id, name } = actor;
  return { kind, id, name };
}
