import type { RandomBytes } from '../core/ports.ts';
import type { Actor } from '../core/workspaces/audit.ts';
import type { Database } from '../storage/database.ts';

/** What every action is given: the database to change, the moment it happens at, and randomness for new ids. */
export interface ActionContext {
  readonly database: Database;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** Who asks for it, when a person does: their changes are in the audit log. */
  readonly actor?: Actor | undefined;
}
