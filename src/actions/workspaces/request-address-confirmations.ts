import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { maxStoredAddresses, removedAddressLifetime } from '../../core/workspaces/address-confirmation.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import { lockMails, saveMails } from '../../storage/workspaces/mails.ts';
import {
  deleteAddressesRemovedBefore,
  listStoredAddresses,
  saveUnconfirmedAddresses,
  updateConfirmationsAsRemoved,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

/** In the transaction of the settings change: queues confirmation e-mails for new addresses, deletes removed ones. */
export async function requestAddressConfirmations(
  context: ActionContext,
  workspaceId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<Refusal | undefined> {
  const { database, now } = context;
  const [old, wanted] = [before, after].map((list) => list.map((address) => address.toLowerCase())) as [
    string[],
    string[],
  ];
  const added = wanted.filter((address) => !old.includes(address));
  const removed = old.filter((address) => !wanted.includes(address));
  if (removed.length > 0) await updateConfirmationsAsRemoved(database, workspaceId, removed, now);
  if (added.length === 0) return undefined;
  await deleteAddressesRemovedBefore(database, workspaceId, new Date(now.getTime() - removedAddressLifetime));
  const stored = await listStoredAddresses(database, workspaceId);
  if (new Set([...stored, ...added]).size > maxStoredAddresses) {
    const message = `must be at most ${maxStoredAddresses} different ones within 7 days; try again later`;
    return refuseInvalid([{ path: 'supportAddresses', rule: 'maxItems', message }]);
  }
  await queueConfirmationMails(context, workspaceId, added);
  return undefined;
}

/** Queues the mails to addresses that are to be confirmed, under the lock of the workspace. */
export async function queueConfirmationMails(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> {
  await saveUnconfirmedAddresses(database, workspaceId, addresses);
  const earlier = await lockMails(database, workspaceId, 'AddressConfirmation', addresses);
  const mails = addresses.map((address) =>
    queueMail(
      {
        workspaceId,
        mailId: timeOrderedId(now, randomBytes),
        kind: 'AddressConfirmation',
        key: address,
        facts: {},
        recipients: [address],
      },
      now,
      earlier.find(({ key }) => key === address),
    ),
  );
  await saveMails(database, mails);
}
