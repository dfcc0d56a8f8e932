import { timeOrderedId } from '../../core/identifiers.ts';
import { leaseTerms } from '../../core/lease.ts';
import { leaseDigest, newDigest } from '../../core/workspaces/digest-sending.ts';
import { digestPauseMilliseconds } from '../../core/workspaces/support-digest.ts';
import {
  findWorkspacesToTell,
  insertDigest,
  lockConfirmedAddresses,
  lockDueDigest,
  type StoredDigest,
  updateDigest,
} from '../../storage/workspaces/support-digests.ts';
import type { ActionContext } from '../context.ts';

/** A mail tells a few of them and counts the rest; what is above this waits for the next. */
const mostNotices = 10_000;

/**
 * Leases the next mail to support: one that is to be tried again, or a new one about what has happened since the
 * last. What it tells is settled here. Senders in any number of nodes may do this at once; each mail goes to one of them.
 */
export async function leaseSupportDigest(context: ActionContext): Promise<StoredDigest | undefined> {
  const again = await leaseAgain(context);
  if (again) return again;
  for (const workspaceId of await findWorkspacesToTell(context.database, lastMadeBefore(context), 'any')) {
    const made = await makeDigest(context, workspaceId);
    if (made) return made;
  }
  return undefined;
}

function lastMadeBefore({ now }: ActionContext): Date {
  return new Date(now.getTime() - digestPauseMilliseconds);
}

async function leaseAgain({ database, now }: ActionContext): Promise<StoredDigest | undefined> {
  return database.transaction().execute(async (transaction) => {
    const due = await lockDueDigest(transaction, leaseTerms('supportDigest', now));
    const digest = due && leaseDigest(due.digest, now);
    if (!digest) return undefined;
    const leased = { ...due, digest };
    await updateDigest(transaction, leased);
    return leased;
  });
}

async function makeDigest(context: ActionContext, workspaceId: string): Promise<StoredDigest | undefined> {
  const { database, now, randomBytes } = context;
  return database.transaction().execute(async (transaction) => {
    const recipients = await lockConfirmedAddresses(transaction, workspaceId);
    // Asked again behind the lock: another node may have made one since.
    const [found] = await findWorkspacesToTell(transaction, lastMadeBefore(context), { workspaceId });
    if (!recipients?.length || !found) return undefined;
    const digest = leaseDigest(newDigest(timeOrderedId(now, randomBytes), recipients, now), now);
    if (!digest) return undefined;
    const made = { workspaceId, digest };
    return (await insertDigest(transaction, made, mostNotices)) ? made : undefined;
  });
}
