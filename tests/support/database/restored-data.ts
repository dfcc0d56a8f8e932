import type { ActionContext } from '../../../src/actions/context.ts';
import { sendTestEvent } from '../../../src/actions/webhooks/endpoints.ts';
import { withDatabase } from '../../../src/storage/database.ts';
import { done } from '../done.ts';

export { migrate as migrateDatabase } from '../../../src/storage/schema/migrate.ts';

export async function sendTestEventTo(
  context: ActionContext,
  endpoint: { readonly workspaceId: string; readonly endpointId: string },
): Promise<void> {
  done(await sendTestEvent(context, endpoint));
}

/** The statuses of the usage reports of a database, and when each was decided. */
export function usageReportsOf(databaseUrl: string) {
  return withDatabase(databaseUrl, (database) =>
    database.selectFrom('usage_reports').select(['status', 'decided_at']).orderBy('quantity').execute(),
  );
}
