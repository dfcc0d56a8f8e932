import { timeOrderedId } from '../../core/identifiers.ts';
import { leaseTerms } from '../../core/lease.ts';
import { leaseDigest, newDigest } from '../../core/workspaces/digest-sending.ts';
import { digestPauseMilliseconds } from '../../core/workspaces/support-digest.ts';
import {
  findDueDigests,
  findWorkspacesToMail,
  insertDigest,
  lockConfirmedAddresses,
  lockDueDigest,
  type StoredDigest,
  updateDigest,
} from '../../storage/workspaces/support-digests.ts';
import type { ActionContext } from '../context.ts';

/** The maximum of one digest; further notices are in the next one. */
const maxNotices = 10_000;
/** So many due digests are looked at: others may be taking the first ones. */
const maxRetries = 20;

/**
 * Leases the next digest: one to retry, or a new one with the notices since the last. Its notices are fixed here. Safe on
 * any number of nodes at once.
 */
export async function leaseSupportDigest(context: ActionContext): Promise<StoredDigest | undefined> {
  const retry = await leaseRetry(context);
  if (retry) return retry;
  for (const workspaceId of await findWorkspacesToMail(context.database, lastMadeBefore(context), 'any')) {
    const made = await makeDigest(context, workspaceId);
    if (made) return made;
  }
  return undefined;
}

function lastMadeBefore({ now }: ActionContext): Date {
  return new Date(now.getTime() - digestPauseMilliseconds);
}

async function leaseRetry({ database, now }: ActionContext): Promise<StoredDigest | undefined> {
  const terms = leaseTerms('supportDigest', now);
  for (const key of await findDueDigests(database, terms, maxRetries)) {
    const taken = await database.transaction().execute(async (transaction) => {
      const due = await lockDueDigest(transaction, key, terms);
      const digest = due && leaseDigest(due.digest, now);
      if (!digest) return undefined;
      const leased = { ...due, digest };
      await updateDigest(transaction, leased);
      return leased;
    });
    if (taken) return taken;
  }
  return undefined;
}

async function makeDigest(context: ActionContext, workspaceId: string): Promise<StoredDigest | undefined> {
  const { database, now, randomBytes } = context;
  return database.transaction().execute(async (transaction) => {
    const recipients = await lockConfirmedAddresses(transaction, workspaceId);
    // Checked again under the lock: another node may have made a digest meanwhile.
    const [found] = await findWorkspacesToMail(transaction, lastMadeBefore(context), { workspaceId });
    if (!recipients?.length || !found) return undefined;
    const digest = leaseDigest(newDigest(timeOrderedId(now, randomBytes), recipients, now), now);
    if (!digest) return undefined;
    const made = { workspaceId, digest };
    return (await insertDigest(transaction, made, maxNotices)) ? made : undefined;
  });
}
