import type { RandomBytes } from '../core/ports.ts';
import type { Actor } from '../core/workspaces/audit.ts';
import type { Database } from '../storage/database.ts';

/** Dependencies of every action: the database, the current time, and random bytes for new ids. */
export interface ActionContext {
  readonly database: Database;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** The person behind the change, for the audit log; undefined for background work. */
  readonly actor?: Actor | undefined;
}
