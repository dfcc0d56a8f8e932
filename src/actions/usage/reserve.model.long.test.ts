import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { LimitBooks } from '../../../tests/support/worlds/limit-books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { isRefusal } from '../../core/refusal.ts';
import { settleLapsedReservations } from './lapse-reservations.ts';

/**
 * The real actions on the real database in random order, compared with a model that counts every reservation and event anew and
 * shares no code with the core. The limits of the plan, the partner, the customer and a subject change meanwhile, days pass, and
 * some reservations are asked for at once.
 */
const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

interface Limit {
  readonly quantity: number;
  readonly per: 'Day' | 'Month';
  readonly action: 'Deny' | 'Warn';
}
type Place = 'Plan' | 'Partner' | 'Customer' | 'Subject';

interface Held {
  readonly id: string;
  readonly quantity: number;
  readonly subject: string;
  readonly at: number;
  readonly until: number;
  state: 'Held' | 'Committed' | 'Released';
  committed: number;
}

interface Model {
  readonly limits: Map<Place, Limit>;
  readonly reservations: Held[];
  readonly events: { readonly at: number; readonly quantity: number }[];
}

type Command =
  | { readonly does: 'reserve'; readonly quantity: number; readonly subject: string; readonly count: number }
  | { readonly does: 'commit'; readonly which: number; readonly quantity: number }
  | { readonly does: 'release' | 'again'; readonly which: number }
  | { readonly does: 'event'; readonly quantity: number }
  | { readonly does: 'limit'; readonly place: Place; readonly limit: Limit | null }
  | { readonly does: 'wait'; readonly seconds: number }
  | { readonly does: 'settle' };

const quantity = fc.integer({ min: 1, max: 12 });
const which = fc.nat(30);
const limit = fc.record({
  quantity: fc.integer({ min: 1, max: 40 }),
  per: fc.constantFrom('Day' as const, 'Month' as const),
  action: fc.constantFrom('Deny' as const, 'Deny' as const, 'Warn' as const),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('reserve' as const),
      quantity,
      subject: fc.constantFrom('', 'agent'),
      count: fc.constantFrom(1, 1, 5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('commit' as const), which, quantity: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('release' as const, 'again' as const), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('event' as const), quantity }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('limit' as const),
      place: fc.constantFrom<Place>('Plan', 'Partner', 'Customer', 'Subject'),
      limit: fc.option(limit, { freq: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      seconds: fc.constantFrom(20, 60, 3_600, 9 * 3_600),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
);

const lifetime = 60 * second;

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** What is used and held in the period of a limit. */
function takenOf({ reservations, events }: Model, place: Place, { per }: Limit, now: number): number {
  const isInPeriod = ({ at }: { readonly at: number }) =>
    per === 'Month' || Math.floor(at / day) === Math.floor(now / day);
  const own = reservations
    .filter(isInPeriod)
    .filter(({ subject }) => place !== 'Subject' || subject === 'agent')
    .map((one) => (one.state === 'Held' && one.until > now ? one.quantity : one.committed));
  return (
    sumOf(own) + (place === 'Subject' ? 0 : sumOf(events.filter(isInPeriod).map((event) => event.quantity)))
  );
}

/** How many reservations of this quantity are granted one after the other. */
function granted(
  model: Model,
  asked: { quantity: number; subject: string; count: number },
  now: number,
): number {
  const rooms = [...model.limits].flatMap(([place, one]) => {
    const isReplaced = place === 'Plan' && model.limits.has('Partner');
    const isOfOther = place === 'Subject' && asked.subject !== 'agent';
    if (isReplaced || isOfOther || one.action === 'Warn') return [];
    return [Math.floor((one.quantity - takenOf(model, place, one, now)) / asked.quantity)];
  });
  return Math.max(0, Math.min(asked.count, ...rooms));
}

let books: Books;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());

async function run(limits: LimitBooks, model: Model, command: Command): Promise<void> {
  const now = books.clock.now().getTime();
  const chosen =
    'which' in command ? model.reservations[command.which % model.reservations.length] : undefined;
  switch (command.does) {
    case 'reserve': {
      const { quantity, subject, count } = command;
      const expected = granted(model, command, now);
      const asked = Array.from({ length: count }, () =>
        limits.reserve(quantity, { ...(subject && { subject }), ttlSeconds: lifetime / second }),
      );
      const ids = (await Promise.all(asked)).flatMap((one) => (isRefusal(one) ? [] : [one.reservationId]));
      expect(ids.length).toBe(expected);
      for (const id of ids) {
        const until = now + lifetime;
        model.reservations.push({ id, quantity, subject, at: now, until, state: 'Held', committed: 0 });
      }
      return;
    }
    case 'commit': {
      if (!chosen) return;
      const answer = await limits.commit(chosen.id, { quantity: command.quantity });
      const isOpen = chosen.state === 'Held' && chosen.until > now;
      if (chosen.state === 'Committed') expect(answer).toMatchObject({ quantity: chosen.committed });
      else if (!isOpen) {
        const isKnown = chosen.state === 'Released' && command.quantity === 0;
        expect(isRefusal(answer)).toBe(!isKnown);
      } else if (command.quantity > chosen.quantity) {
        expect(answer).toMatchObject({ code: 'metering.reservation_exceeded' });
      } else {
        expect(answer).toMatchObject({ quantity: command.quantity });
        chosen.state = command.quantity === 0 ? 'Released' : 'Committed';
        chosen.committed = command.quantity;
      }
      return;
    }
    case 'again':
      if (chosen?.state === 'Committed') {
        expect(await limits.commit(chosen.id)).toMatchObject({ quantity: chosen.committed });
      }
      return;
    case 'release':
      if (!chosen) return;
      expect(isRefusal(await limits.release(chosen.id))).toBe(chosen.state === 'Committed');
      if (chosen.state === 'Held' && chosen.until > now) chosen.state = 'Released';
      return;
    case 'event':
      await limits.meters.send([limits.meters.event(limits.customer, { quantity: command.quantity })]);
      model.events.push({ at: now, quantity: command.quantity });
      return;
    case 'limit': {
      const { place, limit: wanted } = command;
      if (place === 'Plan') await limits.planLimit(wanted);
      else if (place === 'Subject') await limits.ownLimit('Customer', wanted, { subject: 'agent' });
      else await limits.ownLimit(place, wanted);
      if (wanted) model.limits.set(place, wanted);
      else model.limits.delete(place);
      return;
    }
    case 'wait':
      books.clock.forward(command.seconds * second);
      return;
    case 'settle':
      await settleLapsedReservations(books.context);
      return;
  }
}

it('grants what a count of everything allows, and never more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 40 }), async (commands) => {
      const meters = await MeterBooks.open(books);
      const limits = new LimitBooks(meters, await meters.customer());
      const model: Model = { limits: new Map(), reservations: [], events: [] };
      for (const one of commands) await run(limits, model, one);
      for (const { subject, used, reserved, total } of await limits.counters()) {
        if (subject === '') expect(used).toBe(total);
        expect(reserved).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: Math.ceil(costlyRuns / 5) },
  );
});
