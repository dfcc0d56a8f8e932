import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { hour, MeteredWorld, minute, publisher } from '../../../../tests/support/worlds/metered-world.ts';

let metered: MeteredWorld;
let support: PortalUser;
let tenantId: string;
let subscriptionId: string;
beforeAll(async () => {
  metered = await MeteredWorld.create();
  const [customer] = await metered.bought(1);
  tenantId = customer?.tenantId ?? '';
  support = await PortalUser.join(metered.world, metered.client.workspaceId, 'Subscription support');
  const { body } = await support.call('GET', `/subscriptions?tenantId=${tenantId}`);
  subscriptionId = body.items[0].subscriptionId;
});
afterAll(() => metered?.close());

const hoursAgo = (count: number) =>
  new Date(metered.world.clock.now().getTime() - count * hour).toISOString();
const report = (changes: object = {}, who = support) =>
  who.call('POST', '/usage-reports', {
    body: { subscriptionId, dimension: 'posts', hour: hoursAgo(3), quantity: 4.5, ...changes },
  });
const list = async (query: Record<string, string>) =>
  (await support.call('GET', `/usage-reports?${new URLSearchParams(query)}`)).body.items;

describe('usage reported by hand', () => {
  it('is recorded like an application’s, on hold, audited, and found by its dimension', async () => {
    const answer = await report();
    expect([answer.status, answer.body.quantity, answer.body.state]).toEqual([200, 4.5, 'held']);
    const { reportId } = answer.body;
    expect(await support.lastAudit()).toMatchObject({
      action: 'usage_report.added',
      subject: { kind: 'UsageReport', id: reportId },
      before: null,
      after: { subscriptionId, dimension: 'posts', quantity: 4.5, status: 'Pending' },
    });
    const from = answer.body.hour;
    const until = new Date(new Date(from).getTime() + hour).toISOString();
    expect(await list({ subscriptionId, dimension: 'posts', from, until })).toMatchObject([{ reportId }]);
    expect(await list({ subscriptionId, dimension: 'likes', from, until })).toEqual([]);
    const count = await support.auditCount();
    const again = await report();
    expect([again.status, again.body.code, again.body.args]).toEqual([
      409,
      'metering.window_already_reported',
      { reportId, reportedQuantity: 4.5 },
    ]);
    expect(await support.auditCount()).toBe(count);
  });

  it.each<readonly [string, () => object, number, string]>([
    ['an hour that has not ended', () => ({ hour: hoursAgo(0) }), 422, 'metering.window_not_ended'],
    ['an hour that is too old', () => ({ hour: hoursAgo(26) }), 422, 'metering.window_too_old'],
    ['an unknown dimension', () => ({ dimension: 'views' }), 422, 'metering.unknown_dimension'],
    ['a negative quantity', () => ({ quantity: -5 }), 400, 'request.validation_failed'],
    ['too many decimals', () => ({ quantity: 0.1234567 }), 400, 'request.validation_failed'],
    ['an unknown subscription', () => ({ subscriptionId: crypto.randomUUID() }), 404, 'resource.not_found'],
  ])('is refused for %s', async (_case, changes, status, code) => {
    const answer = await report({ hour: hoursAgo(5), ...changes() });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('404: a subscription of another workspace', async () => {
    const stranger = await PortalUser.join(
      metered.world,
      await metered.world.workspace(),
      'Subscription support',
    );
    expect((await report({ hour: hoursAgo(6) }, stranger)).status).toBe(404);
  });
});

describe('a rejected hour of the wrong dimension', () => {
  it('is reported as another dimension, once', async () => {
    const sender = metered.dispatcher();
    const wrong = { dimension: 'likes', hour: hoursAgo(9), quantity: 6 };
    await metered.report([metered.usage(tenantId, 6, 9, { dimension: 'likes' })]);
    metered.world.clock.forward(15 * minute);
    await sender.run();
    const other = { ...wrong, dimension: 'posts', insteadOf: 'likes' };
    expect((await report({ ...other, insteadOf: 'views' })).status).toBe(404);
    expect((await report({ ...other, quantity: 7 })).status).toBe(400);

    const moved = await report(other);
    expect(moved.body).toMatchObject({ dimension: 'posts', quantity: 6, state: 'due', reportedAs: null });
    const entries = (await support.call('GET', '/audit-log')).body.items.slice(0, 2);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'usage_report.reported_again',
        before: expect.objectContaining({ dimension: 'likes', status: 'Rejected' }),
        after: expect.objectContaining({ dimension: 'posts', status: 'Pending' }),
      }),
    );
    const of = async (dimension: string) =>
      (await list({ subscriptionId, dimension, from: wrong.hour.slice(0, 13).concat(':00:00Z') })).find(
        ({ quantity }: { quantity: number }) => quantity === 6,
      );
    expect(await of('likes')).toMatchObject({
      state: 'rejected',
      reportedAs: 'posts',
      mappingId: expect.any(String),
    });
    // Neither way twice: the usage is billed once.
    for (const body of [other, wrong]) {
      expect((await report(body)).body.code).toBe('metering.window_already_reported');
    }
    await sender.run();
    expect(await of('posts')).toMatchObject({ state: 'accepted' });
    expect((await support.call('GET', '/notices')).body.items).toEqual([]);
  });
});

describe('a rejected hour', () => {
  const likes = () => ({ dimension: 'likes', hour: hoursAgo(7) });

  it('is reported again once its cause is fixed, is accepted, and its notice is done', async () => {
    const sender = metered.dispatcher();
    const open = async () => (await support.call('GET', '/notices')).body.items;
    await metered.report([metered.usage(tenantId, 2, 7, { dimension: 'likes' })]);
    metered.world.clock.forward(15 * minute);
    await sender.run();
    const [notice] = await open();
    expect(notice).toMatchObject({ kind: 'UsageRejected', facts: { dimension: 'likes', quantity: 2 } });
    const link = new URL(notice.links[0].path, 'https://portal.example/');
    const [rejected] = await list(Object.fromEntries(link.searchParams));
    expect(rejected).toMatchObject({ reportId: notice.facts.reportId, state: 'rejected' });
    expect((await report({ ...likes(), quantity: 0 })).status).toBe(400);

    // The cause is not fixed: it is rejected again, with another notice.
    expect((await report({ ...likes(), quantity: 2 })).body.state).toBe('due');
    expect(await open()).toEqual([]);
    await sender.run();
    const [second] = await open();
    expect(second).toMatchObject({ kind: 'UsageRejected', facts: { reportId: rejected.reportId } });

    const { tenantId: publisherTenant, clientId } = publisher;
    const offers = [{ id: 'forum', plans: [{ id: 'basic', dimensions: ['posts', 'likes'] }] }];
    metered.marketplace.registerPublisher({ id: 'arcadia', tenantId: publisherTenant, clientId, offers });
    const again = await report({ ...likes(), quantity: 3 });
    expect(again.body).toMatchObject({
      reportId: rejected.reportId,
      quantity: 3,
      state: 'due',
      reason: null,
      decidedAt: null,
    });
    const entries = (await support.call('GET', '/audit-log')).body.items.slice(0, 2);
    expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([
      'notice.done',
      'usage_report.reported_again',
    ]);
    await sender.run();
    const [accepted] = await list({ subscriptionId, dimension: 'likes' });
    expect(accepted).toMatchObject({ reportId: rejected.reportId, quantity: 3, state: 'accepted' });
    expect(metered.held()).toContain(3);
    expect(await open()).toEqual([]);
    expect((await report({ ...likes(), quantity: 3 })).body.code).toBe('metering.window_already_reported');
  });
});
