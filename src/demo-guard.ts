import { CannotStart } from './core/operations/cannot-start.ts';
import { demoWorkspaceIds } from './demo/identities.ts';
import { withDatabase } from './storage/database.ts';
import { hasWorkspace } from './storage/workspaces/workspaces.ts';

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
