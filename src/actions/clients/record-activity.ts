import { maxStoredRefusals } from '../../core/clients/activity.ts';
import { timeOrderedIdsAt } from '../../core/identifiers.ts';
import { addCalls, addRefusals, type ClientRefusals } from '../../storage/clients/activity.ts';
import { type CredentialUse, updateLastUses } from '../../storage/clients/credential-uses.ts';
import { type ClientRequest, insertClientRequests } from '../../storage/clients/requests.ts';
import type { ActionContext } from '../context.ts';

/** Flushes the API clients' activity since the last flush: used credentials, calls and refusals. */
export async function recordClientActivity(
  { database, randomBytes }: Pick<ActionContext, 'database' | 'randomBytes'>,
  uses: readonly CredentialUse[],
  refused: readonly ClientRefusals[],
): Promise<void> {
  if (uses.length === 0 && refused.length === 0) return;
  const ids = timeOrderedIdsAt(
    refused.flatMap(({ latest }) => latest.map(({ refusedAt }) => refusedAt)),
    randomBytes,
  );
  await database.transaction().execute(async (transaction) => {
    await updateLastUses(transaction, uses);
    await addCalls(transaction, uses);
    await addRefusals(transaction, refused, ids, maxStoredRefusals);
  });
}

/** Adds requests to the logs of their API clients. */
export async function recordClientRequests(
  { database, randomBytes }: Pick<ActionContext, 'database' | 'randomBytes'>,
  requests: readonly (ClientRequest & { readonly apiClientId: string })[],
): Promise<void> {
  if (requests.length === 0) return;
  const ids = timeOrderedIdsAt(
    requests.map(({ requestedAt }) => requestedAt),
    randomBytes,
  );
  await insertClientRequests(
    database,
    requests.map((request, index) => ({ ...request, entryId: ids[index] ?? '' })),
  );
}
