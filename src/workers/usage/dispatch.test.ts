import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hour, MeteredWorld, minute } from '../../../tests/support/worlds/metered-world.ts';
import { World, withKey } from '../../../tests/support/worlds/world.ts';
import { expireUsage, settleUsage, takeUsage, warnExpiringUsage } from '../../actions/usage/sending.ts';
import { markNoticeDone } from '../../actions/workspaces/notices.ts';
import type { QueuePosition } from '../../storage/usage/sending.ts';
import { listNotices } from '../../storage/workspaces/notices.ts';

let world: World;
let metered: MeteredWorld;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  metered = await MeteredWorld.in(world);
});
// Senders take the reports of every workspace.
afterEach(async () => {
  await world.database.deleteFrom('usage_reports').execute();
});

/** As a worker that then dies. */
const take = (from: QueuePosition | null = null, leaseId = randomUUID()) =>
  takeUsage(
    world.context,
    { workspaceId: metered.client.workspaceId, sourceName: 'Shop' },
    { leaseId, holder: randomUUID() },
    25,
    from,
  );

const notices = () =>
  world.database
    .selectFrom('notices')
    .selectAll()
    .where('workspace_id', '=', metered.client.workspaceId)
    .orderBy('kind')
    .orderBy('notice_id')
    .execute();

describe('due reports', () => {
  it('are on hold first, then sent in batches of 25, once each, and accepted', async () => {
    const customers = await metered.bought(30);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 0.5)));
    const sender = metered.dispatcher();
    await sender.run();
    expect(metered.held()).toEqual([]);
    world.clock.forward(15 * minute);
    await sender.run();
    expect(await metered.statuses()).toEqual(Array(30).fill('Accepted'));
    expect(metered.held()).toEqual(customers.map((_, index) => index + 0.5));
    expect(metered.marketplace.calls().map(({ status }) => status)).toEqual([200, 200]);
    await sender.run();
    expect(metered.marketplace.calls()).toHaveLength(2);
  });

  it('are sent once by concurrent senders', async () => {
    const customers = await metered.bought(40);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    world.clock.forward(15 * minute);
    await Promise.all(
      [metered.dispatcher(), metered.dispatcher(), metered.dispatcher()].map((sender) => sender.run()),
    );
    expect(await metered.statuses()).toEqual(Array(40).fill('Accepted'));
    expect(metered.held()).toEqual(customers.map((_, index) => index + 1));
    expect((await metered.reports()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('whose lease was lost with a database connection are sent again at once by the same node', async () => {
    const customers = await metered.bought(2);
    await metered.report(customers.map(({ tenantId }) => metered.usage(tenantId, 5)));
    world.clock.forward(15 * minute);
    const { database } = metered.world;
    await sql`create function lose_connection() returns trigger language plpgsql as
      $$ begin raise exception 'lost' using errcode = '57P01'; end $$`.execute(database);
    await sql`create trigger settling before update of status on usage_reports
      execute function lose_connection()`.execute(database);
    const sender = metered.dispatcher();
    await expect(sender.run()).rejects.toMatchObject({ code: '57P01' });
    await sql`drop trigger settling on usage_reports`.execute(database);

    await metered.dispatcher().run();
    expect(await metered.statuses()).toEqual(['Pending', 'Pending']);
    await sender.run();
    expect(await metered.statuses()).toEqual(['Accepted', 'Accepted']);
    expect(metered.held()).toEqual([5, 5]);
    // No report is due any more.
    await sender.run();
    expect((await metered.reports()).map(({ attempts }) => attempts)).toEqual([2, 2]);
  });

  it('that were skipped are never sent', async () => {
    const [customer] = await metered.bought(1);
    await metered.report([metered.usage(customer?.tenantId ?? '', 0)]);
    world.clock.forward(hour);
    await metered.dispatcher().run();
    expect([await metered.statuses(), metered.marketplace.calls()]).toEqual([['Skipped'], []]);
  });
});

describe('the result of the marketplace', () => {
  it('QuantityMismatch: it already has another quantity for the hour', async () => {
    const [customer] = await metered.bought(1);
    const { tenantId = '', resourceId = '' } = customer ?? {};
    const record = metered.usage(tenantId, 5);
    await metered.reportBehindOurBack(resourceId, '4');
    await metered.report([record]);
    world.clock.forward(15 * minute);
    await metered.dispatcher().run();
    expect(await metered.reports()).toMatchObject([{ status: 'QuantityMismatch', reason_code: 'Duplicate' }]);
    expect(metered.held()).toEqual([4]);
    expect(await notices()).toMatchObject([{ kind: 'UsageQuantityMismatch', facts: { quantity: 5 } }]);
  });

  it('Rejected, with its reason, per item', async () => {
    const [customer] = await metered.bought(1);
    const { tenantId = '' } = customer ?? {};
    await metered.report([metered.usage(tenantId, 1), metered.usage(tenantId, 2, 3, { dimension: 'likes' })]);
    world.clock.forward(15 * minute);
    await metered.dispatcher().run();
    expect(await metered.reports()).toMatchObject([
      { status: 'Accepted' },
      { status: 'Rejected', reason_code: 'InvalidDimension' },
    ]);
    expect(await notices()).toMatchObject([
      {
        workspace_id: metered.client.workspaceId,
        kind: 'UsageRejected',
        facts: { customer: tenantId, product: 'forum', dimension: 'likes', quantity: 2 },
      },
    ]);
  });

  it.each([
    ['reset after the write', { kind: 'reset-after' as const, times: 1 }],
    ['reset before the write', { kind: 'reset-before' as const, times: 1 }],
    ['500', { kind: 'failing' as const, times: 1 }],
    ['429', { kind: 'throttled' as const, times: 1 }],
    ['a page of a proxy', { kind: 'proxy-page' as const, times: 1 }],
    ['a cut answer', { kind: 'cut' as const, times: 1 }],
    ['missing items', { kind: 'missing-items' as const, times: 1 }],
    ['shuffled items', { kind: 'shuffled' as const, times: 1 }],
  ])('%s: sent again unchanged, accepted once', async (_case, fault) => {
    const customers = await metered.bought(5);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    world.clock.forward(15 * minute);
    metered.marketplace.setFault(fault);
    const sender = metered.dispatcher();
    for (let round = 0; round < 20 && (await metered.statuses()).includes('Pending'); round++) {
      await sender.run();
      world.clock.forward(minute);
    }
    expect(await metered.statuses()).toEqual(Array(5).fill('Accepted'));
    expect(metered.held()).toEqual([1, 2, 3, 4, 5]);
  });

  it('none for 24 hours: Expired, never sent again', async () => {
    const [customer] = await metered.bought(1);
    await metered.report([metered.usage(customer?.tenantId ?? '', 5)]);
    world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'failing' });
    const sender = metered.dispatcher();
    await sender.run();
    expect(await metered.reports()).toMatchObject([{ status: 'Pending', reason_code: 'Undecided' }]);
    world.clock.forward(24 * hour);
    expect(await expireUsage(world.context)).toBe(1);
    expect(await expireUsage(world.context)).toBe(0);
    metered.marketplace.clearFaults();
    await sender.run();
    expect([await metered.statuses(), metered.held()]).toEqual([['Expired'], []]);
    const [row] = await metered.reports();
    expect(await notices()).toMatchObject([{ kind: 'UsageExpired', key: row?.report_id }]);
  });

  it('Expired by the marketplace at the last instant: raises a notice', async () => {
    const [customer] = await metered.bought(1);
    await metered.report([metered.usage(customer?.tenantId ?? '', 5)]);
    world.clock.forward(15 * minute);
    const leaseId = randomUUID();
    const [sent] = await take(null, leaseId);
    if (!sent) throw new Error('Nothing was leased');
    world.clock.forward(24 * hour);
    const outcome = { kind: 'expired', reason: { code: 'Expired', detail: 'Too old.' } } as const;
    const { workspaceId } = metered.client;
    await settleUsage(world.context, { workspaceId, leaseId }, [{ sent, outcome }]);
    expect(await notices()).toMatchObject([
      { kind: 'UsageExpired', facts: { reason: 'Too old. (Expired)' } },
    ]);
  });
});

describe('a report that may expire', () => {
  it('raises one notice two hours before, with any number of nodes; it stays when the report is accepted', async () => {
    const customers = await metered.bought(3);
    await metered.report(customers.map(({ tenantId }) => metered.usage(tenantId, 5)));
    world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'failing' });
    const sender = metered.dispatcher();
    await sender.run();
    world.clock.forward(18 * hour);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    world.clock.forward(hour);
    const warned = await Promise.all([1, 2, 3].map(() => warnExpiringUsage(world.context)));
    expect(warned.reduce((sum, count) => sum + count)).toBe(3);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    expect((await notices()).map(({ kind }) => kind)).toEqual(Array(3).fill('UsageExpiring'));

    metered.marketplace.clearFaults();
    await sender.run();
    expect(await metered.statuses()).toEqual(Array(3).fill('Accepted'));
    expect(await notices()).toHaveLength(3);
  });
});

describe('a rejected report', () => {
  it('raises a second notice two hours before its hour is lost, unless its notice is done', async () => {
    const customers = await metered.bought(2);
    await metered.report(
      customers.map(({ tenantId }) => metered.usage(tenantId, 5, 3, { dimension: 'likes' })),
    );
    world.clock.forward(15 * minute);
    await metered.dispatcher().run();
    const [first] = await notices();
    expect(first).toMatchObject({
      kind: 'UsageRejected',
      facts: {
        productName: expect.any(String),
        expiresAt: expect.any(String),
        mappingId: expect.any(String),
      },
    });
    const { workspaceId } = metered.client;
    const open = { state: 'Open', kind: 'Any', limit: 10 } as const;
    const [rejected] = await listNotices(world.database, workspaceId, open);
    await markNoticeDone(world.context, workspaceId, rejected?.noticeId ?? '', 'mara');
    world.clock.forward(18 * hour);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    world.clock.forward(hour);
    expect(await warnExpiringUsage(world.context)).toBe(1);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    expect((await notices()).map(({ kind }) => kind).sort()).toEqual([
      'UsageRejected',
      'UsageRejected',
      'UsageRejectedExpiring',
    ]);
  });
});

describe('a lease', () => {
  it('skips reports before the given position of the queue', async () => {
    const customers = await metered.bought(2);
    const [first, second] = customers.map(({ tenantId }) => metered.usage(tenantId, 5));
    if (!first || !second) throw new Error('Nobody has bought');
    await metered.report([first]);
    world.clock.forward(minute);
    await metered.report([second]);
    world.clock.forward(15 * minute);
    const { context } = metered.world;
    const hour = new Date(0);
    const rest = { hour, subscriptionId: first.tenantId, dimension: '' };
    const late = { dueAt: new Date(context.now.getTime() + 1), ...rest };
    expect(await take(late)).toEqual([]);
    const between = { dueAt: new Date(context.now.getTime() - minute / 2), ...rest };
    expect(await take(between)).toHaveLength(1);
    expect(await take()).toHaveLength(1);
  });
});

describe('a sender that dies', () => {
  it('neither loses nor duplicates a report: its lease expires, and the same quantity is sent again', async () => {
    const [customer] = await metered.bought(1);
    const { tenantId = '' } = customer ?? {};
    const record = metered.usage(tenantId, 5);
    await metered.report([record]);
    world.clock.forward(15 * minute);
    expect(await take()).toHaveLength(1);

    const late = await world.call('/api/v1/metered-usage', {
      method: 'POST',
      headers: { ...withKey(metered.client), 'content-type': 'application/json' },
      body: JSON.stringify({ records: [{ ...record, quantity: 6 }] }),
    });
    expect(late.body.results[0].error.code).toBe('metering.window_already_reported');

    const sender = metered.dispatcher();
    await sender.run();
    expect(metered.held()).toEqual([]);
    world.clock.forward(3 * minute);
    await sender.run();
    expect([await metered.statuses(), metered.held()]).toEqual([['Accepted'], [5]]);
  });
});
