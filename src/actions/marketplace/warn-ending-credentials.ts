import { daysLeft, maxWarningMilliseconds, warningOf } from '../../core/credential-ending.ts';
import { findConnectionsEndingBefore } from '../../storage/marketplace/connections.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** Raises a notice 60, 30, 7 and 1 days before a connection's credential expires, once each. */
export async function warnEndingCredentials({ database, now, randomBytes }: ActionContext): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const horizon = new Date(now.getTime() + maxWarningMilliseconds);
    for (const connection of await findConnectionsEndingBefore(transaction, horizon)) {
      const { workspaceId, connectionId, sourceName, clientId, credentialEndsAt: endsAt } = connection;
      const warning = endsAt && warningOf(endsAt, now);
      if (!endsAt || !warning) continue;
      const key = `${sourceName} ${endsAt.toISOString()} ${warning}`;
      const days = daysLeft(endsAt, now);
      const facts = { connectionId, sourceName, clientId, endsAt: endsAt.toISOString(), days };
      await insertNotices(transaction, workspaceId, [{ kind: 'MarketplaceSecretEnding', key, facts }], {
        now,
        randomBytes,
      });
    }
  });
}
