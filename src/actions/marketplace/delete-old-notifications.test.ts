import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { deleteOldNotifications } from './delete-old-notifications.ts';
import { storeNotification } from './store-notification.ts';

const day = 24 * 3_600_000;
let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open();
  workspaceId = await books.workspace();
});
afterAll(() => books.close());

async function addNotification(operationId: string, decidedAt: Date | null): Promise<void> {
  const call = {
    operationId,
    marketplaceSubscriptionId: randomUUID(),
    action: 'Renew',
    planId: null,
    quantity: null,
    requestedBy: null,
  };
  await storeNotification(books.context, { workspaceId, sourceName: 'Shop' }, call, {});
  if (!decidedAt) return;
  await books.database
    .updateTable('marketplace_notifications')
    .set({ state: 'Applied', decided_at: decidedAt })
    .where('operation_id', '=', operationId)
    .execute();
}

it('deletes notifications 90 days after their decision, and never an undecided one', async () => {
  await addNotification('waiting', null);
  await addNotification('old', books.clock.now());
  await addNotification('young', books.in(1));
  const deleteOld = () => deleteOldNotifications(90)(books.context);
  const remaining = async () => {
    const rows = await books.database
      .selectFrom('marketplace_notifications')
      .select('operation_id')
      .execute();
    return rows.map((row) => row.operation_id).sort();
  };
  books.clock.forward(90 * day);
  expect(await deleteOld()).toBe(0);
  books.clock.forward(1);
  expect(await deleteOld()).toBe(1);
  expect(await remaining()).toEqual(['waiting', 'young']);
  books.clock.forward(1_000 * day);
  expect(await deleteOld()).toBe(1);
  expect(await remaining()).toEqual(['waiting']);
});
