import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { refuse, refuseUnknown } from '../../core/refusal.ts';
import { type AttemptOutcome, changeDelivery } from '../../core/webhooks/delivery.ts';
import { lockDeliveries } from '../../storage/webhooks/deliveries.ts';
import { findDueEndpoints, loadWebhookQueue, type Sender } from '../../storage/webhooks/due-endpoints.ts';
import { findWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { listAttempts } from '../../storage/webhooks/settle.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';
import { removeWebhookEndpoint, sendTestEvent, setWebhookEndpointEnabled } from './endpoints.ts';
import { type LeasedDelivery, leaseDeliveries } from './lease-deliveries.ts';
import { replayDeliveries, replayDelivery } from './replays.ts';
import { settleDeliveries } from './settle-deliveries.ts';

const leaseLength = 30_000;
let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  // Ignores deliveries of other tests.
  await sql`truncate webhook_deliveries, webhook_past_deliveries, webhook_attempts, webhook_leases`.execute(
    books.database,
  );
  books.clock.forward(day);
  workspaceId = await books.workspace();
});

type Endpoint = Awaited<ReturnType<Books['endpoint']>>;
const answered = (status: number): AttemptOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds: null,
});
const [holder, otherHolder] = [randomUUID(), randomUUID()];
/** Leaves out deliveries in flight, as the worker does. */
const lease = async (
  { workspaceId, endpointId }: Endpoint,
  { limit = 10, by = holder, sending = [] as readonly LeasedDelivery[] } = {},
) => {
  const wanted = [{ endpointId, limit, sending: sending.map(({ eventId }) => eventId) }];
  return (await leaseDeliveries(books.context, { workspaceId, holder: by, wanted })).leased;
};
const settle = async (leased: readonly LeasedDelivery[], outcome: AttemptOutcome, isEnd = true) => {
  const { written } = await settleDeliveries(books.context, {
    workspaceId,
    attempted: leased.map((one) => ({
      ...one,
      outcome,
      durationMilliseconds: 12,
      answer: outcome.kind === 'answered' ? 'said' : null,
      error: outcome.kind === 'answered' ? null : 'connection refused',
    })),
    ended: isEnd ? leased.slice(0, 1) : [],
  });
  return written;
};
const statuses = async () => (await books.deliveries(workspaceId)).map(({ status }) => status);
async function tested(endpoint: Endpoint, count = 1): Promise<void> {
  for (let index = 0; index < count; index++) done(await sendTestEvent(books.context, endpoint));
}

describe('leasing', () => {
  it('gives the due deliveries of an endpoint to one worker, oldest first, until its lease ends or expires', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint, 12);
    const rounds = await Promise.all(
      Array.from({ length: 4 }, () => lease(endpoint, { limit: 3, by: randomUUID() })),
    );
    expect(rounds.map(({ length }) => length).sort()).toEqual([0, 0, 0, 3]);
    const first = rounds.flat();
    expect(await lease(endpoint)).toEqual([]);
    await settle(first, answered(200));
    const second = await lease(endpoint, { limit: 99 });
    const ids = (await books.deliveries(workspaceId)).map(({ eventId }) => eventId);
    expect([...first, ...second].map(({ eventId }) => eventId)).toEqual(ids.sort());

    books.clock.forward(leaseLength - 1);
    expect(await lease(endpoint, { by: otherHolder })).toEqual([]);
    books.clock.forward(1);
    expect(await lease(endpoint, { by: otherHolder, limit: 99 })).toHaveLength(9);
  });

  it('takes more for the worker with the lease, without deliveries in flight', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint, 5);
    const sending = await lease(endpoint, { limit: 2 });
    const more = await lease(endpoint, { sending });
    expect(new Set([...sending, ...more].map(({ eventId }) => eventId)).size).toBe(5);
    expect(await settle([...sending, ...more], answered(200))).toHaveLength(5);
  });

  it('takes deliveries again at once whose take got no response', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint, 2);
    const lost = await lease(endpoint);
    expect(await lease(endpoint, { by: otherHolder })).toEqual([]);
    expect(await lease(endpoint)).toEqual(lost);
  });

  it('returns the payload and destination', async () => {
    const endpoint = await books.endpoint(workspaceId);
    const { tenantId } = await books.create(workspaceId);
    const leased = (await lease(endpoint)).find(({ body }) => body.includes('subscription.created'));
    expect(leased).toMatchObject({ endpoint: { url: 'https://partner.example/hooks' } });
    expect(JSON.parse(leased?.body ?? '')).toMatchObject({ data: { workspaceId, tenantId } });
  });

  it.each([
    ['disabled', (key: Endpoint) => setWebhookEndpointEnabled(books.context, key, false)],
    ['removed', (key: Endpoint) => removeWebhookEndpoint(books.context, key)],
  ])('cancels pending deliveries of an endpoint that is %s', async (_how, end) => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint, 2);
    done(await end(endpoint));
    expect(await lease(endpoint)).toEqual([]);
    expect(await statuses()).toEqual(['Cancelled', 'Cancelled']);
  });
});

describe('settling', () => {
  it('applies the decision of the core, and writes attempts and deliveries where the lease is current', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    const stale = await lease(endpoint);
    const [{ eventId } = { eventId: '' }] = stale;
    const stored = async () => (await lockDeliveries(books.database, endpoint, [eventId]))[0]?.delivery;
    books.clock.forward(leaseLength);
    const leased = await lease(endpoint, { by: otherHolder });
    expect(await settle(stale, answered(200))).toEqual([]);
    expect(await stored()).toEqual(leased[0]?.delivery);
    const [failed] = await settle(leased, answered(500));
    expect(failed?.delivery).toMatchObject({ status: 'Pending', attempts: 1, failedAttempts: 1 });
    expect(await stored()).toEqual(failed?.delivery);
    expect(await settle(leased, answered(200))).toEqual([]);
    books.clock.forward(6_000);
    const again = await lease(endpoint);
    const outcome = { type: 'settle', outcome: answered(204), random: 0 } as const;
    const expected = again[0] && changeDelivery(again[0].delivery, outcome, books.clock.now());
    expect(await settle(again, answered(204))).toMatchObject([{ delivery: expected }]);
    expect(await stored()).toEqual(expected);
    expect(await settle(again, answered(500))).toEqual([]);
    expect(await statuses()).toEqual(['Delivered']);
    expect(await listAttempts(books.database, { ...endpoint, eventId })).toMatchObject([
      { attempt: 2, status: 204, durationMilliseconds: 12, answer: 'said', error: null },
      { attempt: 1, status: 500, durationMilliseconds: 12, answer: 'said', error: null },
    ]);
    const { rows } = await sql`select attempt from webhook_attempts`.execute(books.database);
    expect(rows).toEqual([{ attempt: 2 }]);
  });

  it('counts after the lease has expired, until another worker takes the lane', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    const leased = await lease(endpoint);
    books.clock.forward(10 * leaseLength);
    expect(await settle(leased, answered(200))).toHaveLength(1);
  });

  it('does not count twice when the first response was lost', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    const leased = await lease(endpoint);
    await settle(leased, answered(500), false);
    expect(await settle(leased, answered(500), false)).toEqual([]);
    expect(await books.deliveries(workspaceId)).toMatchObject([{ attempts: 1, failedAttempts: 1 }]);
  });

  it('does not end deliveries that were replayed or cancelled after the lease had expired', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint, 2);
    const leased = await lease(endpoint);
    const [replayed] = leased;
    books.clock.forward(leaseLength);
    done(await replayDelivery(books.context, { ...endpoint, eventId: replayed?.eventId ?? '' }));
    expect(await settle([...leased].reverse(), answered(200))).toHaveLength(1);
    expect((await statuses()).sort()).toEqual(['Delivered', 'Pending']);
    const again = await lease(endpoint);
    books.clock.forward(leaseLength);
    done(await setWebhookEndpointEnabled(books.context, endpoint, false));
    expect(await lease(endpoint, { by: otherHolder })).toEqual([]);
    expect(await settle(again, answered(200))).toEqual([]);
    expect((await statuses()).sort()).toEqual(['Cancelled', 'Delivered']);
  });

  it('schedules a retry, and stores since when the endpoint fails', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    await settle(await lease(endpoint), { kind: 'unanswered' });
    const failedAt = books.clock.now();
    const [delivery] = await books.deliveries(workspaceId);
    expect(delivery).toMatchObject({ status: 'Pending', failedAttempts: 1 });
    const pause = (delivery?.dueAt.getTime() ?? 0) - failedAt.getTime();
    expect(pause).toBeGreaterThanOrEqual(5_000);
    expect(pause).toBeLessThanOrEqual(6_000);
    const health = async () => (await findWebhookEndpoint(books.database, endpoint))?.health;
    expect(await health()).toEqual({ failingSince: failedAt, disabled: null });
    books.clock.forward(6_000);
    await settle(await lease(endpoint), answered(200));
    expect(await health()).toEqual({ failingSince: null, disabled: null });
  });

  it('disables an endpoint that returns 410, with one notice', async () => {
    const endpoint = await books.endpoint(workspaceId, {
      url: 'https://gone.example/token',
      description: 'Old',
    });
    await tested(endpoint, 3);
    await settle(await lease(endpoint, { limit: 2 }), answered(410));
    const stored = await findWebhookEndpoint(books.database, endpoint);
    expect(stored?.health.disabled).toEqual({ reason: 'Gone', at: books.clock.now() });
    expect(await lease(endpoint)).toEqual([]);
    expect((await books.everything(workspaceId)).notices).toMatchObject([
      {
        kind: 'WebhookEndpointDisabled',
        facts: { endpoint: 'Old', host: 'gone.example', reason: 'It responded with 410 Gone.' },
      },
    ]);
  });

  it('disables an endpoint after five days of failures only, with one notice', async () => {
    const endpoint = await books.endpoint(workspaceId);
    const { notices: none } = await books.everything(workspaceId);
    for (let hours = 0; hours < 5 * 24; hours += 12) {
      await tested(endpoint);
      await settle(await lease(endpoint), answered(503));
      books.clock.forward(12 * 3_600_000);
    }
    expect((await findWebhookEndpoint(books.database, endpoint))?.health.disabled).toBeNull();
    await tested(endpoint);
    await settle(await lease(endpoint), answered(503));
    expect((await findWebhookEndpoint(books.database, endpoint))?.health.disabled?.reason).toBe('Failing');
    const { notices } = await books.everything(workspaceId);
    expect(notices).toHaveLength(none.length + 1);
  });
});

describe('due deliveries', () => {
  it('are found by endpoint, oldest first, and counted up to a limit', async () => {
    const [slow, quick] = [await books.endpoint(workspaceId), await books.endpoint(workspaceId)];
    await tested(slow, 7);
    books.clock.forward(5_000);
    await tested(quick, 2);
    const due = await findDueEndpoints(books.database, books.clock.now(), 5, { holder, sending: [] });
    expect(due.map(({ endpointId, dueCount }) => [endpointId, dueCount])).toEqual([
      [slow.endpointId, 5],
      [quick.endpointId, 2],
    ]);
    expect(await loadWebhookQueue(books.database, books.clock.now())).toEqual({
      due: 9,
      oldestDueAt: books.in(-5_000),
    });
    await lease(slow, { limit: 3, by: otherHolder });
    const dueTo = (sending: Sender['sending']) =>
      findDueEndpoints(books.database, books.clock.now(), 5, { holder, sending });
    expect((await dueTo([])).map(({ endpointId }) => endpointId)).toEqual([quick.endpointId]);
    const sending = await lease(quick, { limit: 1 });
    expect(await dueTo([{ ...quick, count: sending.length }])).toMatchObject([{ dueCount: 1 }]);
    expect(await dueTo([{ ...quick, count: 2 }])).toEqual([]);
    expect(await loadWebhookQueue(books.database, books.clock.now())).toMatchObject({ due: 9 });
  });
});

describe('replay', () => {
  it('sends a delivery again under its id, whatever its outcome', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    const leased = await lease(endpoint);
    const [{ eventId } = { eventId: '' }] = leased;
    done(await replayDelivery(books.context, { ...endpoint, eventId }));
    expect(await lease(endpoint, { sending: leased })).toEqual([]);
    await settle(leased, answered(200));
    done(await replayDelivery(books.context, { ...endpoint, eventId }));
    const again = await lease(endpoint);
    expect(again.map((one) => one.eventId)).toEqual([eventId]);
    await settle(again, answered(200));
    expect(await listAttempts(books.database, { ...endpoint, eventId })).toHaveLength(2);
  });

  it('sends a range again, by time, outcome, type and tenant', async () => {
    const endpoint = await books.endpoint(workspaceId, { eventTypes: ['subscription.*'] });
    const from = books.clock.now();
    const ours = await books.create(workspaceId);
    await settle(await lease(endpoint), answered(200));
    books.clock.forward(1_000);
    done(await setWebhookEndpointEnabled(books.context, endpoint, false));
    const missed = await books.create(workspaceId);
    done(await setWebhookEndpointEnabled(books.context, endpoint, true));
    books.clock.forward(1_000);
    await books.move(ours, { type: 'activate' });
    await settle(await lease(endpoint), answered(200));
    books.clock.forward(1_000);
    const until = books.clock.now();
    const replay = async (range: Partial<Parameters<typeof replayDeliveries>[2]>) => {
      const all = { from, until, outcomes: ['Delivered', 'Failed', 'Cancelled', 'Missed'] as const };
      const { replayed, next } = done(await replayDeliveries(books.context, endpoint, { ...all, ...range }));
      expect(next).toBeNull();
      const leased = await lease(endpoint, { limit: 99 });
      expect(leased).toHaveLength(replayed);
      await settle(leased, answered(200));
      const events = leased.map(({ body }) => JSON.parse(body));
      return events.map(({ type, data }) => `${type} ${data.subscriptionId}`).sort();
    };
    const created = `subscription.created ${ours.subscriptionId}`;
    const activated = `subscription.activated ${ours.subscriptionId}`;
    const wasMissed = `subscription.created ${missed.subscriptionId}`;
    expect(await replay({ outcomes: ['Failed'] })).toEqual([]);
    expect(await replay({ outcomes: ['Delivered'] })).toEqual([activated, created]);
    expect(await replay({ outcomes: ['Delivered'], until: books.in(-1_500) })).toEqual([created]);
    expect(await replay({ outcomes: ['Delivered'], types: ['subscription.activated'] })).toEqual([activated]);
    expect(await replay({ tenantId: missed.tenantId, outcomes: ['Delivered'] })).toEqual([]);
    expect(await replay({ outcomes: ['Missed'] })).toEqual([wasMissed]);
    expect(await replay({ outcomes: ['Missed'] })).toEqual([]);
    expect(await replay({})).toEqual([activated, created, wasMissed].sort());
  });

  it('processes a long range in batches', async () => {
    const endpoint = await books.endpoint(workspaceId);
    const now = books.clock.now();
    await sql`
      insert into events (workspace_id, event_id, type, occurred_at, data)
      select ${workspaceId}, (${lowestIdAt(now).slice(0, 24)} || lpad(number::text, 12, '0'))::uuid,
        'seat.assigned', ${now}, '{}'
      from generate_series(1, 2500) as number`.execute(books.database);
    const range = { from: now, until: books.in(1), outcomes: ['Missed'] } as const;
    const pieces: number[] = [];
    let after: string | undefined;
    do {
      const piece = done(await replayDeliveries(books.context, endpoint, { ...range, after }));
      pieces.push(piece.replayed);
      after = piece.next ?? undefined;
    } while (after !== undefined);
    expect(pieces).toEqual([1_000, 1_000, 500]);
    expect(await statuses()).toHaveLength(2_500);
  });

  it('refuses invalid requests, and writes nothing', async () => {
    const endpoint = await books.endpoint(workspaceId);
    await tested(endpoint);
    const [{ eventId } = { eventId: '' }] = await books.deliveries(workspaceId);
    const elsewhere = { ...endpoint, workspaceId: await books.workspace() };
    const everything = await books.everything();
    const range = { from: books.in(-day), until: books.clock.now(), outcomes: ['Failed'] } as const;
    const unknown = refuseUnknown('endpointId', 'webhook endpoint');
    expect(await replayDelivery(books.context, { ...elsewhere, eventId })).toEqual(unknown);
    expect(await replayDeliveries(books.context, elsewhere, range)).toEqual(unknown);
    expect(await replayDelivery(books.context, { ...endpoint, eventId: workspaceId })).toEqual(
      refuseUnknown('eventId', 'delivery'),
    );
    for (const [wrong, path] of [
      [{ until: range.from }, 'until'],
      [{ from: books.in(-31 * day) }, 'from'],
      [{ outcomes: [] }, 'outcomes'],
    ] as const) {
      expect(await replayDeliveries(books.context, endpoint, { ...range, ...wrong })).toMatchObject({
        args: { issues: [{ path }] },
      });
    }
    expect(await books.everything()).toEqual(everything);
    done(await setWebhookEndpointEnabled(books.context, endpoint, false));
    const disabled = refuse('webhook.endpoint_disabled');
    expect(await replayDelivery(books.context, { ...endpoint, eventId })).toEqual(disabled);
    expect(await replayDeliveries(books.context, endpoint, range)).toEqual(disabled);
  });
});

it('deletes deliveries 30 days after they ended, with their attempts', async () => {
  const endpoint = await books.endpoint(workspaceId);
  await tested(endpoint, 3);
  const [failing, ...good] = await lease(endpoint);
  if (!failing) throw new Error('There is none');
  await settle([failing], answered(500), false);
  await settle(good, answered(200));
  books.clock.forward(6_000);
  await settle(await lease(endpoint), answered(200));
  const [{ eventId } = { eventId: '' }] = good;
  done(await replayDelivery(books.context, { ...endpoint, eventId }));
  await settle(await lease(endpoint), answered(204));
  const attempts = async () =>
    (await listAttempts(books.database, { ...endpoint, eventId })).map(({ status }) => status);
  books.clock.forward(30 * day - 6_000);
  expect(await deleteOldRows('attempts', standardRetention)(books.context)).toBe(0);
  expect(await attempts()).toEqual([204, 200]);
  books.clock.forward(1);
  expect(await deleteOldRows('attempts', standardRetention)(books.context)).toBe(2);
  expect(await statuses()).toEqual(['Delivered', 'Delivered']);
  expect(await attempts()).toEqual([204]);
  books.clock.forward(6_000);
  expect(await deleteOldRows('attempts', standardRetention)(books.context)).toBe(3);
  expect(await statuses()).toEqual([]);
  expect(await attempts()).toEqual([]);
});
