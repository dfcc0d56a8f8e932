import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import {
  maxStoredAddresses,
  newConfirmation,
  removedAddressLifetime,
  requestConfirmation,
} from '../../core/workspaces/address-confirmation.ts';
import {
  deleteConfirmationsRemovedBefore,
  listConfirmations,
  saveConfirmation,
  updateConfirmationsAsRemoved,
} from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';

/** In the transaction of the settings change: queues confirmation e-mails for new addresses, deletes removed ones. */
export async function requestAddressConfirmations(
  { database, now }: ActionContext,
  workspaceId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<Refusal | undefined> {
  const [old, wanted] = [before, after].map((list) => list.map((address) => address.toLowerCase())) as [
    string[],
    string[],
  ];
  const added = wanted.filter((address) => !old.includes(address));
  const removed = old.filter((address) => !wanted.includes(address));
  if (removed.length > 0) await updateConfirmationsAsRemoved(database, workspaceId, removed, now);
  if (added.length === 0) return undefined;
  const expiry = new Date(now.getTime() - removedAddressLifetime);
  await deleteConfirmationsRemovedBefore(database, workspaceId, expiry);
  const remembered = new Map(
    (await listConfirmations(database, workspaceId)).map((one) => [one.address, one]),
  );
  const isNew = (address: string) => !remembered.has(address);
  if (remembered.size + added.filter(isNew).length > maxStoredAddresses) {
    const message = `must be at most ${maxStoredAddresses} different ones within 7 days; try again later`;
    return refuseInvalid([{ path: 'supportAddresses', rule: 'maxItems', message }]);
  }
  for (const address of added) {
    const confirmation = requestConfirmation(remembered.get(address) ?? newConfirmation, now);
    await saveConfirmation(database, { workspaceId, address, ...confirmation });
  }
  return undefined;
}
