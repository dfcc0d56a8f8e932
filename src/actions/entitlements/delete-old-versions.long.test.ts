import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { oldestPastEntitlement, standardRetention } from '../../core/operations/retention.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { ActionContext } from '../context.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;
const retention = { ...standardRetention, historyDays: 100, versionDays: 100 };

let books: Books;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());

type Delete = (context: ActionContext) => Promise<number>;

/** Three nodes at once, then one again. */
async function onNodes(newNode: () => Delete): Promise<number> {
  const counts = await Promise.all([newNode(), newNode(), newNode()].map((pass) => pass(books.context)));
  expect(await newNode()(books.context)).toBe(0);
  return counts.reduce((sum, count) => sum + count, 0);
}
const deleteHistory = () => onNodes(() => deleteOldRows('history', retention));
const deleteVersions = () => onNodes(() => deleteOldRows('versions', retention));

/** A subscription that changes every ten days and is renewed every thirty, for a year. */
async function changeForAYear(workspaceId: string): Promise<Subscription> {
  const subscription = await books.createActive(workspaceId, {
    plan: 'premium',
    quantity: 1,
    validUntil: books.in(30 * day),
  });
  for (let step = 1; step <= 36; step += 1) {
    books.clock.forward(10 * day - 1);
    await books.move(
      subscription,
      step % 3 === 0
        ? { type: 'renew', term: { validUntil: books.in(30 * day), renewsItself: false } }
        : { type: 'changeQuantity', quantity: step + 1 },
    );
  }
  return subscription;
}

it('keeps the past that asOf promises, and the terms of all time', async () => {
  const workspaceId = await books.workspace();
  const unchanged = await books.createActive(workspaceId);
  const subscription = await changeForAYear(workspaceId);
  const later = await changeForAYear(await books.workspace());
  const { tenantId } = subscription;
  const oldest = oldestPastEntitlement(books.clock.now(), retention);
  const moments = [0, 1, 5, 33, 60, 99].map((days) => new Date(oldest.getTime() + days * day));
  const answers = () =>
    Promise.all(
      [subscription, unchanged, later].flatMap((one) =>
        moments.map((moment) => books.answerAsOf(one.workspaceId, one.tenantId, moment)),
      ),
    );
  const [before, versions, history] = [
    await answers(),
    await books.versions(workspaceId, tenantId),
    await books.history(subscription),
  ];
  expect([versions.length, history.length]).toEqual([38, 38]);

  // Of the unchanged one, and of the one whose year has ended, one version is left; of the other those of 100 days.
  expect(await deleteVersions()).toBe(1 + 37 + 26);
  const deleted = await deleteHistory();
  expect(await answers()).toEqual(before);
  expect(await books.versions(workspaceId, tenantId)).toEqual(versions.slice(-1));

  const left = await books.history(subscription);
  expect(deleted).toBeGreaterThan(38 - left.length);
  const ends = (entries: typeof left) => [
    ...new Set(
      entries.filter(({ state }) => state.activatedAt).map(({ state }) => state.validUntil?.getTime()),
    ),
  ];
  expect(ends(left)).toEqual(ends(history));
  expect(left).toHaveLength(ends(history).length);
});
