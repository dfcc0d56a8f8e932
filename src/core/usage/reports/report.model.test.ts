import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { type Quantity, quantityToNumber, zeroQuantity } from '../../values/quantity.ts';
import { leaseReport } from './lease-report.fixture.ts';
import { expire, type SendOutcome, settle, submit, type UsageReport, usageLeaseTerms } from './report.ts';
import { expiresAt, isYoungEnough } from './window.ts';

/**
 * One hour of one meter with clients that submit, workers that lease, crash and settle, a marketplace that accepts the
 * first quantity and has a skewed clock, and time.
 */
const hour = new Date('2026-11-15T09:00:00.000Z');
const minute = 60_000;

interface Sender {
  readonly attempt: number;
  readonly quantity: Quantity;
  /** Null until the marketplace has accepted one. */
  answer: SendOutcome | null;
}

class World {
  now = new Date(hour.getTime() + 60 * minute);
  report: UsageReport | null = null;
  senders: Sender[] = [];
  readonly leasedQuantities = new Set<Quantity>();
  readonly statuses: string[] = [];
  /** The quantity at the marketplace. */
  held: Quantity | null = null;
  readonly marketplaceIsAhead: number;
  readonly rejects: boolean;
  /** The state when it was decided. */
  #decided: UsageReport | null = null;

  constructor(marketplaceIsAhead: number, rejects: boolean) {
    this.marketplaceIsAhead = marketplaceIsAhead;
    this.rejects = rejects;
  }

  hear(quantity: Quantity): SendOutcome {
    const reason = { code: 'X', detail: 'Because.' };
    if (this.rejects) return { kind: 'rejected', reason };
    if (this.held !== null) return { kind: 'duplicate', acceptedQuantity: quantityToNumber(this.held) };
    const theirs = new Date(this.now.getTime() + this.marketplaceIsAhead);
    if (!isYoungEnough(hour, theirs)) return { kind: 'expired', reason };
    this.held = quantity;
    return { kind: 'accepted' };
  }

  /** Invariants after every step. */
  check(model: Model): void {
    const { report } = this;
    expect(report?.quantity ?? null).toBe(model.quantity);
    if (report === null) return;
    if (this.statuses.at(-1) !== report.status) this.statuses.push(report.status);

    expect(this.leasedQuantities.size).toBeLessThanOrEqual(1);
    for (const quantity of this.leasedQuantities) expect(report.quantity).toBe(quantity);
    expect(report.attempts > 0).toBe(model.isSent);
    expect(report.status === 'Skipped').toBe(report.quantity === zeroQuantity);
    if (report.status === 'Skipped') expect(report.attempts).toBe(0);
    if (report.status === 'Accepted') expect(this.held).toBe(report.quantity);
    if (report.status === 'QuantityMismatch') expect(this.held).not.toBe(report.quantity);
    if (report.status === 'Rejected') expect(this.rejects).toBe(true);
    if (report.status === 'Expired') expect(this.now >= expiresAt(hour)).toBe(true);
    expect(report.decidedAt === null).toBe(report.status === 'Pending' || report.status === 'Skipped');

    if (this.#decided) expect(report).toEqual(this.#decided);
    else if (report.decidedAt) this.#decided = report;
  }
}

/** The facts from which a client can predict every response. */
interface Model {
  quantity: Quantity | null;
  isSent: boolean;
}

type Command = fc.Command<Model, World>;

class Submit implements Command {
  readonly quantity: Quantity;
  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }
  check = () => true;
  run(model: Model, world: World) {
    if (!isYoungEnough(hour, world.now)) return;
    const { quantity } = this;
    const key = { subscriptionId: 'subscription', dimension: 'calls', hour };
    const submission = { reportId: 'report', ...key, quantity, holdMinutes: 15 };
    const result = submit(world.report, submission, world.now);

    const expected =
      model.quantity === null
        ? 'Recorded'
        : model.quantity === quantity
          ? 'Unchanged'
          : model.isSent
            ? 'Refused'
            : 'Replaced';
    expect(isRefusal(result) ? 'Refused' : result.outcome).toBe(expected);
    if (!isRefusal(result)) world.report = result.report;
    if (expected !== 'Refused') model.quantity = quantity;
    world.check(model);
  }
  toString = () => `submit ${this.quantity}`;
}

class Lease implements Command {
  check = ({ quantity }: Readonly<Model>) => quantity !== null;
  run(model: Model, world: World) {
    const before = world.report;
    const leased = before && leaseReport(before, usageLeaseTerms(world.now));
    if (!before || !leased) return;
    expect(before.status).toBe('Pending');
    expect(before.quantity).toBeGreaterThan(0);
    world.report = leased;
    world.senders.push({ attempt: leased.attempts, quantity: leased.quantity, answer: null });
    world.leasedQuantities.add(leased.quantity);
    model.isSent = true;
    world.check(model);
  }
  toString = () => 'lease';
}

/** The worker's next step. */
abstract class SenderCommand implements Command {
  readonly pick: number;
  constructor(pick: number) {
    this.pick = pick;
  }
  check = ({ isSent }: Readonly<Model>) => isSent;
  run(model: Model, world: World) {
    const sender = world.senders[this.pick % world.senders.length];
    if (!sender) return;
    this.act(sender, world);
    world.check(model);
  }
  abstract act(sender: Sender, world: World): void;
  toString = () => `${this.constructor.name} ${this.pick}`;
}

/** A request arrives at the marketplace, however late. */
class Arrive extends SenderCommand {
  act(sender: Sender, world: World) {
    sender.answer ??= world.hear(sender.quantity);
  }
}

class Settle extends SenderCommand {
  act(sender: Sender, world: World) {
    const { report } = world;
    if (!report) return;
    const reason = { code: 'TimeOut', detail: 'No answer.' };
    const outcome = sender.answer ?? { kind: 'undecided', reason, retryAfterMilliseconds: null };
    const settled = settle(report, sender.attempt, outcome, world.now, 0.5);
    if (settled === null) {
      expect(report.attempts > sender.attempt || report.status !== 'Pending').toBe(true);
    }
    world.report = settled ?? report;
    world.senders = world.senders.filter((one) => one !== sender);
  }
}

/** The response is lost; the worker times out. */
class LoseResponse extends SenderCommand {
  act(sender: Sender, world: World) {
    if (sender.answer === null) sender.answer = world.hear(sender.quantity);
    const reason = { code: 'Reset', detail: 'Connection reset.' };
    sender.answer = { kind: 'undecided', reason, retryAfterMilliseconds: 7 * minute };
  }
}

/** `kill -9`: the worker is gone, and its lease expires. */
class Crash extends SenderCommand {
  act(sender: Sender, world: World) {
    world.senders = world.senders.filter((one) => one !== sender);
  }
}

class Pass implements Command {
  readonly minutes: number;
  constructor(minutes: number) {
    this.minutes = minutes;
  }
  check = () => true;
  run(model: Model, world: World) {
    world.now = new Date(world.now.getTime() + this.minutes * minute);
    world.check(model);
  }
  toString = () => `${this.minutes} minutes pass`;
}

class Expire implements Command {
  check = () => true;
  run(model: Model, world: World) {
    world.report = (world.report && expire(world.report, world.now)) ?? world.report;
    world.check(model);
  }
  toString = () => 'expire';
}

/** Another program reports the hour to the marketplace. */
class Interfere implements Command {
  readonly quantity: Quantity;
  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }
  check = () => true;
  run(_model: Model, world: World) {
    if (!world.rejects) world.held ??= this.quantity;
  }
  toString = () => `somebody else reports ${this.quantity}`;
}

const anyQuantity = fc.nat({ max: 2 }).map((count) => (count * 500_000) as Quantity);
const anyPick = fc.nat({ max: 5 });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const anyCommands = fc.commands(
  [
    ...times(
      3,
      anyQuantity.map((quantity) => new Submit(quantity)),
    ),
    ...times(6, fc.constant(new Lease())),
    ...times(
      4,
      anyPick.map((pick) => new Arrive(pick)),
    ),
    ...times(
      4,
      anyPick.map((pick) => new Settle(pick)),
    ),
    ...times(
      4,
      fc.integer({ min: 1, max: 20 }).map((minutes) => new Pass(minutes)),
    ),
    anyPick.map((pick) => new LoseResponse(pick)),
    anyPick.map((pick) => new Crash(pick)),
    fc.integer({ min: 60, max: 600 }).map((minutes) => new Pass(minutes)),
    fc.constant(new Expire()),
    fc.constantFrom(500_000, 1_500_000).map((quantity) => new Interfere(quantity as Quantity)),
  ],
  { maxCommands: 80, size: 'max' },
);

it('property: never sends two quantities for an hour, never changes a decided report, and decides every report in time', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      anyCommands,
      fc.constantFrom(0, 0, -3 * minute, 3 * minute),
      fc.constantFrom(false, false, false, true),
      (commands, ahead, rejects) => {
        const world = new World(ahead, rejects);
        const model: Model = { quantity: null, isSent: false };
        fc.modelRun(() => ({ model, real: world }), commands);

        new Pass(24 * 60).run(model, world);
        new Expire().run(model, world);
        expect(world.report?.status).not.toBe('Pending');
        for (const sender of [...world.senders]) {
          world.senders = [sender];
          new Settle(0).run(model, world);
        }
        seen.add(world.statuses.join(' '));
      },
    ),
  );
  // The sequences reach every status, in more than one way.
  const reached = new Set([...seen].flatMap((statuses) => statuses.split(' ')));
  for (const status of ['Pending', 'Skipped', 'Accepted', 'QuantityMismatch', 'Rejected', 'Expired']) {
    expect(reached).toContain(status);
  }
  expect([...seen].some((statuses) => statuses.includes('Skipped Pending Accepted'))).toBe(true);
});
