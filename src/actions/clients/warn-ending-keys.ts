import { daysLeft, keyWarningOf, maxKeyWarningMilliseconds } from '../../core/clients/credential-ending.ts';
import { findServiceAccountKeysEndingBefore } from '../../storage/clients/service-accounts.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** Raises a notice 7 days and 1 day before the last key of a service account expires, once each. */
export async function warnEndingKeys({ database, now, randomBytes }: ActionContext): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const horizon = new Date(now.getTime() + maxKeyWarningMilliseconds);
    for (const ending of await findServiceAccountKeysEndingBefore(transaction, horizon, now)) {
      const { workspaceId, serviceAccountId, account, keyId, name, expiresAt } = ending;
      const warning = keyWarningOf(ending, now);
      if (warning === null) continue;
      const endsAt = expiresAt.toISOString();
      const days = daysLeft(expiresAt, now);
      const named = name === null ? {} : { key: `“${name}” (${keyId})` };
      const facts = { serviceAccountId, account, keyId, ...named, endsAt, days };
      const key = `${keyId} ${endsAt} ${warning}`;
      await insertNotices(transaction, workspaceId, [{ kind: 'ServiceAccountKeyEnding', key, facts }], {
        now,
        randomBytes,
      });
    }
  });
}
