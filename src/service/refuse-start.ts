import { requireEncryptionKey } from '../actions/operations/check-encryption-key.ts';
import { typedCommand } from '../commands/typed-command.ts';
import { CannotStart } from '../core/operations/cannot-start.ts';
import { describeDatabaseError, readDatabaseAddress } from '../core/operations/database-error.ts';
import { demoWorkspaceIds } from '../demo/identities.ts';
import type { EncryptionKey } from '../secrets/seal.ts';
import { type Database, withDatabase } from '../storage/database.ts';
import { hasWorkspace } from '../storage/workspaces/workspaces.ts';

/** Enough for a listener, ten database connections, outgoing requests and files; fewer end in obscure failures. */
const minOpenFiles = 512;

export function refuseFewOpenFiles(): void {
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft;
  if (typeof soft !== 'number' || soft >= minOpenFiles) return;
  throw new CannotStart(
    `This process may open ${soft} files only, it needs ${minOpenFiles}: raise the limit with \`ulimit -n 1024\`, or LimitNOFILE= in its systemd unit.`,
  );
}

/** The demo's keys are public. An unreachable database does not prevent the start. */
export async function refuseDemoData(databaseUrl: string): Promise<void> {
  const isDemo = await withDatabase(databaseUrl, (database) =>
    hasWorkspace(database, demoWorkspaceIds),
  ).catch(() => false);
  if (!isDemo) return;
  throw new CannotStart(
    'This database has the data of the demo, whose API keys are public. Set DATABASE_URL to another database.',
  );
}

/** An unreachable database does not prevent the start: readiness checks again. */
export async function refuseWrongKey(database: Database, key: EncryptionKey): Promise<void> {
  try {
    await requireEncryptionKey(database, key);
  } catch (error) {
    if (!(error instanceof CannotStart)) return;
    await database.destroy();
    throw error;
  }
}

/** One line on how to fix a database error; other errors stay as they are. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (error instanceof CannotStart) return error;
  const line = [error, causeOf(error)]
    .filter((each) => each instanceof Error)
    .map((each) =>
      describeDatabaseError({ code: codeOf(each), message: each.message }, readDatabaseAddress(databaseUrl)),
    )
    .find((each) => each !== undefined);
  return line === undefined ? error : new CannotStart(line);
}

/** The advised port is ten further: the demo's emulators have the ports that follow its own. */
export function explainListening(
  error: unknown,
  {
    host,
    port,
    setting,
  }: { readonly host: string; readonly port: number; readonly setting: 'PORT' | 'METRICS_PORT' },
): unknown {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new CannotStart(
      `Port ${port} on ${host} is in use. Stop what uses it, or choose another: ${setting}=${port + 10} ${typedCommand()}`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new CannotStart(
      `Cannot listen on ${host}, port ${port} (${code}). Choose others with HOST and ${setting}.`,
    );
  }
  return error;
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
