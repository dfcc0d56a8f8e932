import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { isCurrentLane, isLeased, type LaneLease, leaseTerms } from '../../core/lease.ts';
import { takeLane } from '../../core/lease-model.fixture.ts';
import {
  type AttemptOutcome,
  changeDelivery,
  hasEnded,
  isDue,
  type WebhookDelivery,
} from '../../core/webhooks/delivery.ts';
import { lockDeliveries } from '../../storage/webhooks/deliveries.ts';
import { lockLanes } from '../../storage/webhooks/leases.ts';
import { listAttempts } from '../../storage/webhooks/settle.ts';
import { sendTestEvent } from './endpoints.ts';
import { type LeasedDelivery, leaseDeliveries } from './lease-deliveries.ts';
import { replayDelivery } from './replays.ts';
import { settleDeliveries } from './settle-deliveries.ts';

let books: Books;
let endpoint: Awaited<ReturnType<Books['endpoint']>>;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  await sql`truncate webhook_deliveries, webhook_past_deliveries, webhook_attempts, webhook_leases`.execute(
    books.database,
  );
  endpoint = await books.endpoint(await books.workspace());
});

const answered = (status: number): AttemptOutcome => ({
  kind: 'answered',
  status,
  retryAfterMilliseconds: null,
});
// Without jitter.
const context = () => ({ ...books.context, randomBytes: (count: number) => Buffer.alloc(count) });
const take = async (holder: string, limit: number, sending: readonly string[]) => {
  const { workspaceId, endpointId } = endpoint;
  const wanted = [{ endpointId, limit, sending }];
  return (await leaseDeliveries(context(), { workspaceId, holder, wanted })).leased;
};
const settle = async (leased: readonly LeasedDelivery[], status: number, isEnd: boolean) => {
  const { written } = await settleDeliveries(context(), {
    workspaceId: endpoint.workspaceId,
    attempted: leased.map((one) => ({
      ...one,
      outcome: answered(status),
      durationMilliseconds: 1,
      answer: '',
      error: null,
    })),
    ended: isEnd ? leased.slice(0, 1) : [],
  });
  return written;
};
const newEvent = async () => done(await sendTestEvent(books.context, endpoint)).eventId;

/** The lane, its deliveries and its senders, by the decisions of the core alone. */
class Model {
  lane: LaneLease | null = null;
  readonly deliveries = new Map<string, WebhookDelivery>();
  readonly statuses = new Map<string, number[]>();
  readonly senders = [0, 1].map(() => ({ holder: randomUUID(), sending: new Map<string, LeasedDelivery>() }));

  get now(): Date {
    return books.clock.now();
  }

  async add(): Promise<void> {
    const eventId = await newEvent();
    this.deliveries.set(eventId, {
      status: 'Pending',
      dueAt: this.now,
      attempts: 0,
      earlierAttempts: 0,
      failedAttempts: 0,
      decidedAt: null,
    });
    this.statuses.set(eventId, []);
  }

  async take(index: number, limit: number, isAnswerLost: boolean): Promise<void> {
    const sender = this.senders[index];
    if (!sender) return;
    const { holder, sending } = sender;
    const isFree = this.lane === null || !isLeased(this.lane, this.now);
    const lane = takeLane(this.lane, holder, leaseTerms('webhookDelivery', this.now));
    expect(lane !== null).toBe(isFree || this.lane?.holder === holder);
    const leased = await take(holder, limit, [...sending.keys()]);
    this.lane = lane ?? this.lane;
    const due = [...this.deliveries]
      .filter(([eventId, one]) => lane && isDue(one, this.now) && !sending.has(eventId))
      .sort(([a, { dueAt: atA }], [b, { dueAt: atB }]) => atA.getTime() - atB.getTime() || (a < b ? -1 : 1))
      .slice(0, limit);
    expect(leased.map(({ eventId, delivery }) => [eventId, delivery])).toEqual(due);
    expect(leased.every(({ token }) => token === lane?.token)).toBe(true);
    if (!isAnswerLost) for (const one of leased) sending.set(one.eventId, one);
  }

  async settle(index: number, limit: number, status: number, isRepeated: boolean): Promise<void> {
    const sender = this.senders[index];
    const batch = [...(sender?.sending.values() ?? [])].slice(0, limit);
    if (!sender || batch.length === 0) return;
    const isEnd = batch.length === sender.sending.size;
    const written = (await settle(batch, status, isEnd)).map(({ eventId }) => eventId);
    for (const one of batch) {
      sender.sending.delete(one.eventId);
      const before = this.deliveries.get(one.eventId);
      if (!before || !this.lane) throw new Error('It is unknown');
      const isSame = before.attempts === one.delivery.attempts && +before.dueAt === +one.delivery.dueAt;
      const event = { type: 'settle', outcome: answered(status), random: 0 } as const;
      const after = isSame && isCurrentLane(this.lane, one.token) && changeDelivery(before, event, this.now);
      expect(written.includes(one.eventId)).toBe(Boolean(after));
      if (!after) continue;
      this.deliveries.set(one.eventId, after);
      this.statuses.get(one.eventId)?.unshift(status);
    }
    const [first] = batch;
    if (isEnd && this.lane && first && isCurrentLane(this.lane, first.token)) {
      this.lane = { ...this.lane, leasedUntil: null };
    }
    if (isRepeated) expect(await settle(batch, status, false)).toEqual([]);
  }

  async replay(index: number): Promise<void> {
    const eventId = [...this.deliveries.keys()][index % this.deliveries.size];
    const before = eventId === undefined ? undefined : this.deliveries.get(eventId);
    if (eventId === undefined || !before) return;
    done(await replayDelivery(books.context, { ...endpoint, eventId }));
    const replay = { type: 'replay', isLeased: this.lane !== null && isLeased(this.lane, this.now) } as const;
    this.deliveries.set(eventId, changeDelivery(before, replay, this.now) ?? before);
  }

  /** The process dies, and another takes its place. */
  crash(index: number): void {
    this.senders[index] = { holder: randomUUID(), sending: new Map() };
  }

  async expectSame(): Promise<void> {
    const { workspaceId, endpointId } = endpoint;
    const ids = [...this.deliveries.keys()];
    const stored = await lockDeliveries(books.database, endpoint, ids);
    expect(new Map(stored.map(({ eventId, delivery }) => [eventId, delivery]))).toEqual(this.deliveries);
    expect((await lockLanes(books.database, workspaceId, [endpointId])).get(endpointId) ?? null).toEqual(
      this.lane,
    );
  }

  /** Nothing is lost, and every result that counted is in the log. */
  async drain(): Promise<void> {
    books.clock.forward(2 * 86_400_000);
    this.crash(0);
    await this.take(0, 99, false);
    await this.settle(0, 99, 204, false);
    for (const [eventId, one] of this.deliveries) {
      expect(hasEnded(one)).toBe(true);
      const attempts = await listAttempts(books.database, { ...endpoint, eventId });
      expect(attempts.map(({ status }) => status)).toEqual(this.statuses.get(eventId));
      expect(attempts.map(({ attempt }) => attempt)).toEqual(
        attempts.map((_, index) => one.attempts - index),
      );
    }
  }
}

it('matches the core, with two workers, lost responses, expired leases, late results, replays and crashes', {
  timeout: 120_000,
}, async () => {
  const sender = fc.nat({ max: 1 });
  const anyStep: fc.Arbitrary<(model: Model) => Promise<void> | void> = fc.oneof(
    fc.constant((model: Model) => model.add()),
    fc
      .tuple(sender, fc.integer({ min: 1, max: 4 }), fc.boolean())
      .map((given) => (model: Model) => model.take(...given)),
    fc
      .tuple(sender, fc.integer({ min: 1, max: 4 }), fc.constantFrom(200, 500), fc.boolean())
      .map((given) => (model: Model) => model.settle(...given)),
    fc.constantFrom(1, 6_000, 29_999, 30_000, 400_000).map((pause) => () => books.clock.forward(pause)),
    fc.nat({ max: 5 }).map((index) => (model: Model) => model.replay(index)),
    sender.map((index) => (model: Model) => model.crash(index)),
  );
  await fc.assert(
    fc
      .asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const model = new Model();
        await model.add();
        await model.add();
        for (const step of steps) {
          books.clock.forward(1);
          await step(model);
          await model.expectSame();
        }
        await model.drain();
      })
      .beforeEach(async () => {
        endpoint = await books.endpoint(await books.workspace());
      }),
    { numRuns: costlyRuns },
  );
});

it('sends each delivery once, with any number of concurrent workers', async () => {
  const ids = [];
  for (let index = 0; index < 60; index++) ids.push(await newEvent());
  const sent: string[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const holder = randomUUID();
      while (sent.length < ids.length) {
        const leased = await take(holder, 3, []);
        sent.push(...leased.map(({ eventId }) => eventId));
        expect(await settle(leased, 200, true)).toHaveLength(leased.length);
      }
    }),
  );
  expect(sent.sort()).toEqual(ids.sort());
});

it('counts a late result, or gives the delivery to the next worker, never both', async () => {
  let [late, lost] = [0, 0];
  for (let round = 0; round < 30; round++) {
    await newEvent();
    const leased = await take(randomUUID(), 1, []);
    books.clock.forward(30_000);
    const [written, taken] = await Promise.all([settle(leased, 200, true), take(randomUUID(), 1, [])]);
    expect(written.length + taken.length).toBe(1);
    late += written.length;
    lost += taken.length;
    await settle(taken, 200, true);
    await sql`delete from webhook_leases`.execute(books.database);
  }
  expect(late + lost).toBe(30);
});
