import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Books, withoutVersion } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findMember } from '../../storage/subscriptions/customers.ts';
import { loadSeats } from '../../storage/subscriptions/seats.ts';
import { assignSeat, releaseSeat } from './seats.ts';

let books: Books;
let workspaceId: string;
let subscription: Subscription;
beforeAll(async () => {
  books = await Books.open(12);
  workspaceId = await books.workspace();
});
afterAll(() => books.close());
beforeEach(async () => {
  books.clock.forward(day);
  subscription = await books.createActive(workspaceId, { plan: 'premium', quantity: 5 });
});

const assign = (memberId: string) =>
  assignSeat(books.context, workspaceId, subscription.subscriptionId, memberId);
const release = (memberId: string) =>
  releaseSeat(books.context, workspaceId, subscription.subscriptionId, memberId);
const member = (isActive = true) => books.member(workspaceId, subscription.tenantId, isActive);

async function assigned(): Promise<number> {
  const [seats] = await loadSeats(books.database, workspaceId, [subscription.subscriptionId], null);
  return seats?.assigned ?? 0;
}

async function seatEvents() {
  return (await books.events(subscription)).filter(({ type }) => type.startsWith('seat.'));
}

const unknownMember = refuseInvalid([
  { path: 'memberId', rule: 'reference', message: "is not an active member of the subscription's tenant" },
]);
const unknownSubscription = refuseUnknown('subscriptionId', 'subscription');

describe('a seat', () => {
  it('is assigned and released, each with its version and event', async () => {
    const memberId = await member();
    const before = await books.answer(workspaceId, subscription.tenantId);

    expect(await assign(memberId)).toEqual({ isNew: true });
    expect(await assigned()).toBe(1);
    books.clock.forward(1_000);
    expect(await release(memberId)).toEqual({ wasAssigned: true });
    expect(await assigned()).toBe(0);

    const found = await findMember(books.database, workspaceId, memberId);
    const holder = { memberId, objectId: found?.objectId, email: found?.email };
    const data = {
      workspaceId,
      tenantId: subscription.tenantId,
      product: { slug: 'forum', name: 'The forum' },
      subscriptionId: subscription.subscriptionId,
      plan: { slug: 'premium', name: 'Plan premium' },
      editionSlug: 'premium',
      status: 'Active',
      accessLevel: 'Full',
      quantity: 5,
      marketplace: null,
    };
    expect(await seatEvents()).toEqual([
      {
        type: 'seat.assigned',
        occurredAt: books.in(-1_000),
        data: { ...data, version: before.version + 1, member: holder },
      },
      {
        type: 'seat.released',
        occurredAt: books.clock.now(),
        data: { ...data, version: before.version + 2, member: holder },
      },
    ]);
    const after = await books.answer(workspaceId, subscription.tenantId);
    expect(after.version).toBe(before.version + 2);
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
    expect((await books.versions(workspaceId, subscription.tenantId)).slice(-2)).toEqual([
      { version: before.version + 1, recordedAt: books.in(-1_000) },
      { version: before.version + 2, recordedAt: books.clock.now() },
    ]);
  });

  it('is assigned once: repeating changes nothing', async () => {
    const memberId = await member();
    await assign(memberId);
    const everything = await books.everything();
    expect(await assign(memberId)).toEqual({ isNew: false });
    expect(await books.everything()).toEqual(everything);
  });

  it('that is not assigned is released without a write', async () => {
    const memberId = await member();
    const everything = await books.everything();
    expect(await release(memberId)).toEqual({ wasAssigned: false });
    expect(await release(randomUUID())).toEqual({ wasAssigned: false });
    expect(await books.everything()).toEqual(everything);
  });

  it.each(['seats', 'entitlement_versions', 'events'] as const)(
    'is neither assigned nor released when %s cannot be written',
    async (book) => {
      const seated = await member();
      const waiting = await member();
      await assign(seated);
      const everything = await books.everything();
      await books.whileClosed(book, async () => {
        await expect(assign(waiting)).rejects.toThrow('this book is closed');
        await expect(release(seated)).rejects.toThrow('this book is closed');
      });
      expect(await books.everything()).toEqual(everything);
    },
  );
});

describe('the quantity of seats', () => {
  it('limits 20 concurrent assignments to 5, with the same answer to all', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => member()));
    const versionBefore = (await books.answer(workspaceId, subscription.tenantId)).version;
    const results = await Promise.all(members.map(assign));
    expect(results.filter((result) => !isRefusal(result))).toEqual(Array(5).fill({ isNew: true }));
    const full = refuse('seat.not_available', { status: 'Active', total: 5, assigned: 5 });
    expect(results.filter(isRefusal)).toEqual(Array(15).fill(full));
    expect(await assigned()).toBe(5);
    expect((await seatEvents()).map(({ data }) => data.version)).toEqual(
      [1, 2, 3, 4, 5].map((step) => versionBefore + step),
    );
  });

  it('counts one seat for concurrent assignments of one member', async () => {
    const memberId = await member();
    const results = await Promise.all(Array.from({ length: 10 }, () => assign(memberId)));
    expect(results.filter((result) => 'isNew' in result && result.isNew)).toHaveLength(1);
    expect(results.filter((result) => 'isNew' in result)).toHaveLength(10);
    expect(await assigned()).toBe(1);
    expect(await seatEvents()).toHaveLength(1);
  });

  it('equals the stored seats after concurrent assignments and releases', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member()));
    const results = await Promise.all(
      members.flatMap((memberId) => [assign(memberId), release(memberId), assign(memberId)]),
    );
    expect(results).toHaveLength(24);
    const events = await seatEvents();
    const given = events.filter(({ type }) => type === 'seat.assigned').length;
    expect(await assigned()).toBe(given - (events.length - given));
    expect(await assigned()).toBeLessThanOrEqual(5);
  });

  it('lets a released seat be assigned again', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => member()));
    const [first = '', , , , , last = ''] = members;
    for (const memberId of members.slice(0, 5)) await assign(memberId);
    expect(isRefusal(await assign(last))).toBe(true);
    await release(first);
    expect(await assign(last)).toEqual({ isNew: true });
    expect(isRefusal(await assign(first))).toBe(true);
    await release(last);
    expect(await assign(first)).toEqual({ isNew: true });
  });

  it('can be used as soon as it is raised', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => member()));
    for (const memberId of members.slice(0, 5)) await assign(memberId);
    await books.move(subscription, { type: 'changeQuantity', quantity: 6 });
    const results = await Promise.all(members.slice(5).map(assign));
    expect(results.filter(isRefusal)).toHaveLength(1);
    expect(await assigned()).toBe(6);
  });
});

describe('a refused seat assignment writes nothing', () => {
  async function expectRefused(memberId: string, refusal: object): Promise<void> {
    const everything = await books.everything();
    expect(await assign(memberId)).toEqual(refusal);
    expect(await books.everything()).toEqual(everything);
  }

  it('for an inactive member', async () => {
    await expectRefused(await member(false), unknownMember);
  });

  it('for an unknown member', async () => {
    await expectRefused(randomUUID(), unknownMember);
  });

  it('for a member of another tenant', async () => {
    await expectRefused(await books.member(workspaceId, randomUUID()), unknownMember);
  });

  it('for a member of another workspace in the same tenant', async () => {
    const elsewhere = await books.workspace();
    await expectRefused(await books.member(elsewhere, subscription.tenantId), unknownMember);
  });

  const notActive = (status: string) => refuse('seat.not_available', { status, total: 5, assigned: 0 });

  it('of a suspended subscription', async () => {
    await books.move(subscription, { type: 'suspend' });
    await expectRefused(await member(), notActive('Suspended'));
  });

  it('of a cancelled subscription', async () => {
    await books.move(subscription, { type: 'cancelNow' });
    await expectRefused(await member(), notActive('Cancelled'));
  });

  it('of a pending subscription', async () => {
    subscription = await books.create(workspaceId, { plan: 'premium', quantity: 5 });
    await expectRefused(await member(), notActive('Pending'));
  });

  it('of a subscription whose term has ended before a sweep', async () => {
    subscription = await books.createActive(workspaceId, {
      plan: 'premium',
      quantity: 5,
      validUntil: books.in(day),
    });
    const memberId = await member();
    books.clock.forward(day);
    await expectRefused(memberId, notActive('Expired'));
  });

  it('of a plan without seats', async () => {
    subscription = await books.createActive(workspaceId);
    await expectRefused(
      await member(),
      refuse('seat.not_available', { status: 'Active', total: 0, assigned: 0 }),
    );
  });

  it('nor does a release, for a subscription of another workspace', async () => {
    const elsewhere = await books.workspace();
    const seated = await member();
    await assign(seated);
    const everything = await books.everything();
    const { subscriptionId } = subscription;
    expect(await assignSeat(books.context, elsewhere, subscriptionId, await member())).toEqual(
      unknownSubscription,
    );
    expect(await releaseSeat(books.context, elsewhere, subscriptionId, seated)).toEqual(unknownSubscription);
    expect((await books.everything()).seats).toEqual(everything.seats);
    expect((await books.everything()).events).toEqual(everything.events);
  });
});

it('a seat of a suspended subscription can be released', async () => {
  const memberId = await member();
  await assign(memberId);
  await books.move(subscription, { type: 'suspend' });
  expect(await release(memberId)).toEqual({ wasAssigned: true });
  expect((await seatEvents()).at(-1)?.data).toMatchObject({ status: 'Suspended', accessLevel: 'ReadOnly' });
});
