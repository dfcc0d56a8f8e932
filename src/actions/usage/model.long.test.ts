import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { type ApiClient, scopes } from '../../core/clients/api-client.ts';
import { readUsageRecord } from '../../core/usage/reports/record.ts';
import type { SendOutcome } from '../../core/usage/reports/report.ts';
import { candidateKeyText } from '../../core/usage/reports/target.ts';
import { loadUsageCandidates } from '../../storage/usage/candidates.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { addProduct } from '../catalogue/change-catalogue.ts';
import type { ActionContext } from '../context.ts';
import { type ReportedUsage, recordUsage } from './record.ts';
import { expireUsage, releaseUsage, settleUsage, takeUsage } from './sending.ts';

/**
 * The real actions on the real database in random order, compared with a model that shares no code with the core. Two
 * subscriptions with three hours each: one about to expire, two that have ended.
 */
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const start = new Date('2026-11-18T09:40:00.000Z').getTime();
const hours = ['2026-11-18T09:00:00.000Z', '2026-11-18T05:00:00.000Z', '2026-11-17T11:00:00.000Z'].map(
  (text) => new Date(text).getTime(),
);
const lease = 2 * minute;
const tenants = ['a5000000-0000-4000-8000-000000000001', 'a5000000-0000-4000-8000-000000000002'];
const meters = tenants.flatMap((tenantId) => hours.map((begins) => ({ tenantId, begins })));

/** The state of one hour of one subscription. */
interface Entry {
  quantity: number;
  status: string;
  firstRecordedAt: number;
  dueAt: number;
  attempts: number;
  /** Null without a lease. */
  leasedUntil: number | null;
  /** The id of its lease. */
  leaseId: string | null;
}

interface Model {
  now: number;
  /** By the index of the meter. */
  entries: Map<number, Entry>;
}

/** A leased batch, settled or not. */
interface Sender {
  readonly leaseId: string;
  readonly reports: readonly StoredReport[];
}

/** A worker process. */
interface Worker {
  readonly holder: string;
  /** The leases that it works on. */
  readonly working: Set<string>;
  /** The leases that it took, including those whose response was lost. */
  readonly taken: Set<string>;
}

interface Real {
  readonly workers: Worker[];
  readonly senders: Sender[];
}

const newWorker = (): Worker => ({ holder: randomUUID(), working: new Set(), taken: new Set() });

let books: Books;
let client: ApiClient;
/** Our subscription ids of the tenants, in order. */
let subscriptionIds: string[];
/** The possible targets of each meter. */
let candidates: ReportedUsage['candidates'];

beforeAll(async () => {
  books = await Books.open();
  const workspaceId = await books.workspace();
  const dimensions = [{ id: 'posts', name: 'Posts', unit: 'post' }];
  const marketplace = [{ sourceName: 'Shop', offerId: 'meter', planId: 'basic', dimensions }];
  const metered = product('meter', { plans: [plan('basic', { marketplace })] });
  done(await addProduct(books.context, workspaceId, metered));
  subscriptionIds = [];
  for (const tenantId of tenants) {
    const bought = { product: 'meter', source: 'Marketplace', marketplaceSubscriptionId: tenantId } as const;
    subscriptionIds.push((await books.createActive(workspaceId, { tenantId, ...bought })).subscriptionId);
  }
  const { apiClientId } = await books.client(workspaceId);
  const allowed = {
    name: 'Client',
    scopes,
    products: 'all',
    rateLimitPerMinute: 6_000,
    workspaceRateLimitPerMinute: 24_000,
  } as const;
  client = { workspaceId, apiClientId, ...allowed };
  const questions = tenants.map((tenantId) => ({ product: 'meter', tenantId }));
  const loaded = await loadUsageCandidates(books.database, workspaceId, questions);
  candidates = meters.map(({ tenantId }) =>
    loaded.get(candidateKeyText(workspaceId, { product: 'meter', tenantId })),
  );
});
afterAll(() => books.close());

/** Jitter takes one byte per report, always the middle; ids take more bytes, unchanged. */
const contextAt = (now: number): ActionContext => ({
  database: books.database,
  now: new Date(now),
  randomBytes: (count) => (count < 10 ? new Uint8Array(count).fill(128) : randomBytes(count)),
});
const shop = () => ({ workspaceId: client.workspaceId, sourceName: 'Shop' });
const meterOf = ({ report }: StoredReport) =>
  meters.findIndex(
    ({ tenantId, begins }) =>
      subscriptionIds[tenants.indexOf(tenantId)] === report.subscriptionId &&
      begins === report.hour.getTime(),
  );
const beginOf = (meter: number) => meters[meter]?.begins ?? 0;
const isOver = (meter: number, now: number) => now > beginOf(meter) + 24 * hour;
const isLeased = ({ leasedUntil }: Entry, now: number) => leasedUntil !== null && now < leasedUntil;

async function compare({ entries }: Model): Promise<void> {
  const rows = await books.database.selectFrom('usage_reports').selectAll().execute();
  const leases = await books.database.selectFrom('usage_leases').selectAll().execute();
  const found = rows.map((row) => {
    const lease = leases.find(({ report_ids }) => report_ids.includes(row.report_id));
    const isDecided = row.decided_at !== null;
    const tenantId = tenants[subscriptionIds.indexOf(row.subscription_id)];
    const meter = meters.findIndex((one) => one.tenantId === tenantId && one.begins === row.hour.getTime());
    const entry: Entry = {
      quantity: Number(row.quantity),
      status: row.status,
      firstRecordedAt: row.first_recorded_at.getTime(),
      dueAt: row.due_at.getTime(),
      // An expired lease may still contain a report that has expired.
      attempts: row.attempts + (lease && !isDecided ? 1 : 0),
      leasedUntil: isDecided ? null : (lease?.leased_until.getTime() ?? null),
      leaseId: isDecided ? null : (lease?.lease_id ?? null),
    };
    return [meter, entry] as const;
  });
  expect(new Map(found)).toEqual(entries);
}

type Command = fc.AsyncCommand<Model, Real>;

/** The outcomes of a client's records. */
async function record(now: number, records: Submit['records']): Promise<readonly string[]> {
  const answer = done(
    await recordUsage(
      contextAt(now),
      client,
      {
        records: records.map(({ meter, quantity }) =>
          readUsageRecord({
            tenantId: meters[meter]?.tenantId,
            product: 'meter',
            dimension: 'posts',
            quantity,
            usageStartAt: new Date(beginOf(meter)).toISOString(),
          }),
        ),
        candidates: records.map(({ meter }) => candidates[meter]),
        holdMinutes: 15,
      },
      null,
    ),
  );
  const results: { outcome: string; error: { code: string } | null }[] = JSON.parse(answer.text).results;
  return results.map(({ outcome, error }) => error?.code ?? outcome);
}

class Submit implements Command {
  readonly records: readonly { readonly meter: number; readonly quantity: number }[];
  constructor(records: Submit['records']) {
    this.records = records;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    const outcomes = await record(model.now, this.records);
    expect(outcomes).toEqual(this.records.map(({ meter, quantity }) => submit(model, meter, quantity)));
    await compare(model);
  }
  toString = () => `submit ${this.records.map(({ meter, quantity }) => `${meter}: ${quantity}`).join(', ')}`;
}

/** The model's next state and outcome for a record. */
function submit({ now, entries }: Model, meter: number, quantity: number): string {
  const begins = beginOf(meter);
  if (now < begins + hour) return 'metering.window_not_ended';
  if (isOver(meter, now)) return 'metering.window_too_old';
  const entry = entries.get(meter);
  const status = quantity === 0 ? 'Skipped' : 'Pending';
  if (!entry) {
    const dueAt = Math.min(now + 15 * minute, begins + 22 * hour);
    entries.set(meter, { quantity, status, firstRecordedAt: now, dueAt, attempts: 0, ...noLease });
    return 'Recorded';
  }
  if (entry.quantity === quantity) return 'Unchanged';
  const isUnsent = entry.attempts === 0 && ['Pending', 'Skipped'].includes(entry.status);
  if (!isUnsent) return 'metering.window_already_reported';
  Object.assign(entry, { quantity, status });
  return 'Replaced';
}

const noLease = { leasedUntil: null, leaseId: null };

/** The model's next state after the passes of some workers: released and leasable reports. */
function takeAll({ now, entries }: Model, workers: readonly Worker[]): Map<number, Entry> {
  const isLeft = ({ leaseId }: Entry) =>
    workers.some(({ taken, working }) => leaseId !== null && taken.has(leaseId) && !working.has(leaseId));
  for (const entry of entries.values()) {
    if (!isLeased(entry, now) || isLeft(entry)) Object.assign(entry, noLease);
  }
  const taken = [...entries].filter(
    ([meter, entry]) =>
      entry.status === 'Pending' && entry.dueAt <= now && entry.leaseId === null && !isOver(meter, now),
  );
  for (const [, entry] of taken) {
    entry.attempts += 1;
    entry.leasedUntil = now + lease;
  }
  return new Map(taken);
}

/** A pass of a worker: releases leases, then takes due reports. */
async function pass(now: number, worker: Worker, answerIsLost: boolean): Promise<Sender> {
  const leaseId = randomUUID();
  worker.taken.add(leaseId);
  worker.working.add(leaseId);
  await releaseUsage(contextAt(now), worker);
  const reports = await takeUsage(contextAt(now), shop(), { leaseId, holder: worker.holder }, 25);
  if (answerIsLost || reports.length === 0) worker.working.delete(leaseId);
  return { leaseId, reports };
}

const takenBy = (senders: readonly Sender[]) =>
  senders
    .flatMap(({ reports }) => reports)
    .map((stored) => [meterOf(stored), stored.report.attempts, Number(stored.report.quantity) / 1_000_000])
    .sort(byMeter);
const takenOf = (entries: ReadonlyMap<number, Entry>) =>
  [...entries].map(([meter, entry]) => [meter, entry.attempts, entry.quantity]).sort(byMeter);
const byMeter = (one: number[], other: number[]) => (one[0] ?? 0) - (other[0] ?? 0);

/** Copies the actual leases: the model cannot predict which of two workers was first. */
function noteLeases(taken: ReadonlyMap<number, Entry>, senders: readonly Sender[], real: Real): void {
  for (const sender of senders.filter(({ reports }) => reports.length > 0)) {
    for (const stored of sender.reports) {
      const entry = taken.get(meterOf(stored));
      if (entry) entry.leaseId = sender.leaseId;
    }
    real.senders.push(sender);
  }
}

/** One or two workers lease concurrently. A response may be lost. */
class Take implements Command {
  readonly picks: readonly number[];
  readonly answerIsLost: boolean;
  constructor(picks: readonly number[], answerIsLost: boolean) {
    this.picks = picks;
    this.answerIsLost = answerIsLost;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const workers = this.picks.flatMap((pick) => real.workers[pick] ?? []);
    const taken = takeAll(model, workers);
    const senders = await Promise.all(workers.map((worker) => pass(model.now, worker, this.answerIsLost)));
    expect(takenBy(senders)).toEqual(takenOf(taken));
    noteLeases(taken, senders, real);
    await compare(model);
  }
  toString = () => `${this.picks.join(' and ')} take${this.answerIsLost ? ', unanswered' : ''}`;
}

/** A client replaces a quantity while a worker leases: either may be first, and both results agree. */
class ReplaceWhileTaking implements Command {
  readonly record: Submit['records'][number];
  readonly pick: number;
  constructor(requested: Submit['records'][number], pick: number) {
    this.record = requested;
    this.pick = pick;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { meter, quantity } = this.record;
    const workers = real.workers.slice(this.pick, this.pick + 1);
    const replacedFirst = { now: model.now, entries: structuredClone(model.entries) };
    const outcomeIfFirst = submit(replacedFirst, meter, quantity);
    const takenThen = takeAll(replacedFirst, workers);
    const takenFirst = { now: model.now, entries: structuredClone(model.entries) };
    const takenBefore = takeAll(takenFirst, workers);
    const outcomeIfSecond = submit(takenFirst, meter, quantity);

    const [outcomes, ...senders] = await Promise.all([
      record(model.now, [this.record]),
      ...workers.map((worker) => pass(model.now, worker, false)),
    ]);
    const seen = { outcomes, taken: takenBy(senders) };
    const isReplacedFirst = isDeepStrictEqual(seen, {
      outcomes: [outcomeIfFirst],
      taken: takenOf(takenThen),
    });
    if (!isReplacedFirst) expect(seen).toEqual({ outcomes: [outcomeIfSecond], taken: takenOf(takenBefore) });
    model.entries = (isReplacedFirst ? replacedFirst : takenFirst).entries;
    noteLeases(isReplacedFirst ? takenThen : takenBefore, senders, real);
    await compare(model);
  }
  toString = () => `submit ${this.record.meter}: ${this.record.quantity} while ${this.pick} takes`;
}

const kinds = [
  'accepted',
  'duplicate',
  'other-duplicate',
  'unknown-duplicate',
  'expired',
  'rejected',
  'undecided',
  'asked-to-wait',
] as const;
type Kind = (typeof kinds)[number];
const retryAfterMinutes = 7;

function outcomeOf(kind: Kind, quantity: number): SendOutcome {
  const reason = { code: 'Reason', detail: 'Because.' };
  switch (kind) {
    case 'accepted':
      return { kind };
    case 'duplicate':
      return { kind, acceptedQuantity: quantity };
    case 'other-duplicate':
      return { kind: 'duplicate', acceptedQuantity: quantity + 0.5 };
    case 'unknown-duplicate':
      return { kind: 'duplicate', acceptedQuantity: null };
    case 'expired':
    case 'rejected':
      return { kind, reason };
    case 'undecided':
      return { kind, reason, retryAfterMilliseconds: null };
    case 'asked-to-wait':
      return { kind: 'undecided', reason, retryAfterMilliseconds: retryAfterMinutes * minute };
  }
}

/** The model's next state for a result under a valid lease. */
function settle(entry: Entry, meter: number, kind: Kind, now: number): void {
  Object.assign(entry, noLease);
  if (kind === 'accepted' || kind === 'duplicate') entry.status = 'Accepted';
  else if (kind === 'other-duplicate') entry.status = 'QuantityMismatch';
  else if (kind === 'rejected') entry.status = 'Rejected';
  else if (kind === 'expired' && now >= beginOf(meter) + 24 * hour) entry.status = 'Expired';
  else {
    // Five seconds, doubled up to five minutes, with jitter of half: the middle is three quarters.
    const pause = Math.min(5 * minute, 5 * second * 2 ** (entry.attempts - 1));
    const certain = Math.max(pause / 2, kind === 'asked-to-wait' ? retryAfterMinutes * minute : 0);
    entry.dueAt = now + Math.ceil(certain + pause / 4);
  }
}

/** A worker settles, however late, perhaps not for the first time. */
class Settle implements Command {
  readonly pick: number;
  readonly kinds: readonly Kind[];
  constructor(pick: number, answers: readonly Kind[]) {
    this.pick = pick;
    this.kinds = answers;
  }
  check = () => true;
  async run(model: Model, { senders, workers }: Real): Promise<void> {
    const sender = senders.at(-1 - (this.pick % Math.max(1, senders.length)));
    if (!sender) return;
    const { leaseId } = sender;
    const answers = sender.reports.map((sent, index) => {
      const kind = this.kinds[index % this.kinds.length] ?? 'accepted';
      const meter = meterOf(sent);
      const entry = model.entries.get(meter);
      if (!entry) throw new Error('What was leased is not in the model');
      const counts = entry.status === 'Pending' && entry.leaseId === leaseId;
      return { sent, kind, meter, entry, counts };
    });
    const settled = await settleUsage(
      contextAt(model.now),
      { workspaceId: client.workspaceId, leaseId },
      answers.map(({ sent, kind, entry }) => ({ sent, outcome: outcomeOf(kind, entry.quantity) })),
    );
    for (const { working } of workers) working.delete(leaseId);
    for (const { entry, meter, kind, counts } of answers) if (counts) settle(entry, meter, kind, model.now);
    const expected = answers.filter(({ counts }) => counts).map(({ meter }) => meter);
    expect(settled.map(meterOf).sort()).toEqual(expected.sort());
    await compare(model);
  }
  toString = () => `settle ${this.pick}: ${this.kinds.join(', ')}`;
}

/** `kill -9`: another process replaces the worker, and its leases expire. */
class Crash implements Command {
  readonly pick: number;
  constructor(pick: number) {
    this.pick = pick;
  }
  check = () => true;
  async run(_model: Model, { workers }: Real): Promise<void> {
    workers[this.pick] = newWorker();
  }
  toString = () => `crash ${this.pick}`;
}

class Pass implements Command {
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    model.now += this.milliseconds;
  }
  toString = () => `${this.milliseconds / second} seconds pass`;
}

/** To the exact end of a meter's 24 hours, or one millisecond from it. */
class PassUntilOld implements Command {
  readonly meter: number;
  readonly offset: number;
  constructor(meter: number, offset: number) {
    this.meter = meter;
    this.offset = offset;
  }
  check = ({ now }: Readonly<Model>) => now < beginOf(this.meter) + 24 * hour + this.offset;
  async run(model: Model): Promise<void> {
    model.now = beginOf(this.meter) + 24 * hour + this.offset;
  }
  toString = () => `until ${this.meter} is 24 hours old, ${this.offset}`;
}

class Expire implements Command {
  check = () => true;
  async run(model: Model): Promise<void> {
    const { now, entries } = model;
    const expected = [...entries].filter(
      ([meter, entry]) => entry.status === 'Pending' && !isLeased(entry, now) && isOver(meter, now),
    );
    for (const [, entry] of expected) Object.assign(entry, { status: 'Expired', ...noLease });
    expect(await expireUsage(contextAt(now))).toBe(expected.length);
    await compare(model);
  }
  toString = () => 'expire';
}

const anyRecord = fc.record({
  meter: fc.nat({ max: meters.length - 1 }),
  quantity: fc.constantFrom(0, 0.000001, 7.25),
});
const anyPick = fc.nat({ max: 3 });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const anyCommands = fc.commands(
  [
    ...times(
      3,
      fc.array(anyRecord, { minLength: 1, maxLength: 4 }).map((records) => new Submit(records)),
    ),
    ...times(
      4,
      fc
        .tuple(fc.constantFrom([0], [1], [0, 1]), fc.constantFrom(false, false, false, true))
        .map(([picks, answerIsLost]) => new Take(picks, answerIsLost)),
    ),
    ...times(
      2,
      fc.tuple(anyRecord, fc.nat({ max: 1 })).map(([asked, pick]) => new ReplaceWhileTaking(asked, pick)),
    ),
    ...times(
      3,
      fc
        .tuple(anyPick, fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 }))
        .map(([pick, answers]) => new Settle(pick, answers)),
    ),
    ...times(
      3,
      fc.integer({ min: 1, max: 20 }).map((minutes) => new Pass(minutes * minute)),
    ),
    fc.constantFrom(1, 2 * second, lease - 1, lease, hour).map((milliseconds) => new Pass(milliseconds)),
    fc.integer({ min: 1, max: 6 }).map((count) => new Pass(count * hour)),
    fc
      .tuple(fc.nat({ max: meters.length - 1 }), fc.constantFrom(-1, 0, 0, 1))
      .map(([meter, offset]) => new PassUntilOld(meter, offset)),
    fc.nat({ max: 1 }).map((pick) => new Crash(pick)),
    fc.constant(new Expire()),
  ],
  { maxCommands: 60, size: 'max' },
);

it("property: the stored reports follow the core's rules in any order of events, and every report is decided in time", async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyCommands, async (commands) => {
      await books.database.deleteFrom('usage_reports').execute();
      await books.database.deleteFrom('usage_leases').execute();
      const model: Model = { now: start, entries: new Map() };
      const real: Real = { workers: [newWorker(), newWorker()], senders: [] };
      await fc.asyncModelRun(() => ({ model, real }), commands);

      await new Pass(25 * hour).run(model);
      await new Expire().run(model);
      for (const { status } of model.entries.values()) {
        expect(status).not.toBe('Pending');
        reached.add(status);
      }
    }),
    { numRuns: costlyRuns },
  );
  // The sequences cover all commands and outcomes.
  for (const status of ['Accepted', 'QuantityMismatch', 'Rejected', 'Expired', 'Skipped']) {
    expect(reached).toContain(status);
  }
});
