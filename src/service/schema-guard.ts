import { setTimeout as delay } from 'node:timers/promises';
import { typedCommand } from '../commands/typed-command.ts';
import type { Database } from '../storage/database.ts';
import { isMigrated } from '../storage/schema/migrate.ts';
import { explainDatabaseError } from './refuse-start.ts';

export interface SchemaGuard {
  /** Whether the database has this version's migrations. */
  isCurrent(): boolean;
  stop(): void;
}

export interface SchemaGuardOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  /** Called once per distinct reason. */
  readonly onWaiting: (reason: string) => void;
}

const pause = 1_000;
const pending = `The database has not been migrated for this version: run the command migrate (${typedCommand('migrate')})`;

/** Waits for a usable database, so that not every part of the service logs the same error. */
export async function guardSchema({
  database,
  databaseUrl,
  onWaiting,
}: SchemaGuardOptions): Promise<SchemaGuard> {
  const stopping = new AbortController();
  let isCurrent = false;
  let lastReason = '';
  const check = async (): Promise<void> => {
    const reason = await isMigrated(database).then(
      (migrated) => (migrated ? '' : pending),
      (error: unknown) => messageOf(explainDatabaseError(error, databaseUrl)),
    );
    isCurrent = reason === '';
    if (reason !== '' && reason !== lastReason) onWaiting(reason);
    lastReason = reason;
  };
  const checkUntilCurrent = async (): Promise<void> => {
    while (!isCurrent && !stopping.signal.aborted) {
      await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      await check();
    }
  };
  await check();
  void checkUntilCurrent();
  return { isCurrent: () => isCurrent, stop: () => stopping.abort() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
