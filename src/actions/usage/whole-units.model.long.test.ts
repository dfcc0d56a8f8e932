import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { minute, type UnitCustomer, UnitShop } from '../../../tests/support/worlds/unit-shop.ts';
import type { SendOutcome } from '../../core/usage/reports/report.ts';
import type { Quantity } from '../../core/values/quantity.ts';
import type { TakenReport } from '../../storage/usage/sending.ts';
import { reportUsage } from './manual-reports.ts';
import { expireUsage, releaseUsage, settleUsage, takeUsage } from './sending.ts';

/**
 * The real actions on the real database in random order, with a marketplace of whole units in memory: the first write of an
 * hour counts. Workers die, answers are lost, hours are corrected, rejected, reported again and expire.
 */
let shop: UnitShop;
beforeAll(async () => {
  shop = await UnitShop.open();
});
afterAll(() => shop.close());

type Fate = 'accepted' | 'answer lost' | 'unprocessed' | 'rejected';

interface Sender {
  readonly leaseId: string;
  readonly holder: string;
  readonly taken: readonly TakenReport[];
}

/** What happens to the marketplace's book in one run. */
class Run {
  readonly customer: UnitCustomer;
  /** The quantity of each hour at the marketplace. */
  readonly book = new Map<number, number>();
  readonly senders: Sender[] = [];

  constructor(customer: UnitCustomer) {
    this.customer = customer;
  }

  async take(limit = 25): Promise<Sender> {
    const lease = { leaseId: randomUUID(), holder: randomUUID() };
    const taken = await takeUsage(shop.context, shop.queue, lease, limit, null, { kind: 'Aws' });
    return { ...lease, taken };
  }

  /** The marketplace gets what the sender sends, now or never. */
  async answer({ leaseId, taken }: Sender, fateOf: (index: number) => Fate): Promise<void> {
    const results = taken.map((sent, index) => ({ sent, outcome: this.#meet(sent, fateOf(index)) }));
    await settleUsage(shop.context, { workspaceId: shop.client.workspaceId, leaseId }, results);
  }

  #meet({ report, unsent, isRepeated }: TakenReport, fate: Fate): SendOutcome {
    if (unsent) return unsent;
    const undecided = (code: string): SendOutcome => ({
      kind: 'undecided',
      reason: { code, detail: code },
      retryAfterMilliseconds: null,
    });
    if (fate === 'unprocessed') return undecided('Unprocessed');
    const [hour, quantity] = [report.hour.getTime(), report.sentQuantity ?? 0];
    const known = this.book.get(hour);
    if (known === undefined && fate === 'rejected') {
      return { kind: 'rejected', reason: { code: 'CustomerNotSubscribed', detail: '' } };
    }
    if (known === undefined) this.book.set(hour, quantity);
    // A repeated report is never sent with another quantity.
    else expect([known, isRepeated]).toEqual([quantity, true]);
    return fate === 'answer lost' ? undecided('Lost') : { kind: 'accepted' };
  }

  rows() {
    return shop.books.database
      .selectFrom('usage_reports')
      .selectAll()
      .where('subscription_id', '=', this.customer.subscriptionId)
      .orderBy('hour')
      .execute();
  }

  /** What was accepted, rounded down, is what the marketplace was told for it. */
  async check(): Promise<void> {
    const millionths = (text: string | null) => BigInt((text ?? '0').replace('.', ''));
    const accepted = (await this.rows()).filter(({ status }) => status === 'Accepted');
    const exact = accepted.reduce((sum, { quantity }) => sum + millionths(quantity), 0n);
    const told = accepted.reduce((sum, { hour }) => sum + BigInt(this.book.get(hour.getTime()) ?? 0), 0n);
    expect(told).toBe(exact - (exact % 1_000_000n));
    for (const { hour, sent_quantity } of accepted) {
      expect(BigInt(this.book.get(hour.getTime()) ?? 0)).toBe(millionths(sent_quantity));
    }
  }
}

const fate = fc.constantFrom<Fate>('accepted', 'accepted', 'answer lost', 'unprocessed', 'rejected');
/** The members that a step does not need are ignored. */
const anyStep = fc.record({
  does: fc.constantFrom(
    ...([
      'record',
      'record',
      'record',
      'take',
      'take',
      'answer',
      'answer',
      'answer',
      'wait',
      'wait',
    ] as const),
    ...(['die', 'report again'] as const),
  ),
  ago: fc.integer({ min: 1, max: 20 }),
  quantity: fc.integer({ min: 1, max: 3_000_000 }).map((count) => count / 1_000_000),
  limit: fc.constantFrom(1, 25),
  fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
  minutes: fc.constantFrom(3, 20, 70),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

async function perform(run: Run, { does, ago, quantity, limit, fates, minutes }: Step): Promise<void> {
  const { context, books, client } = shop;
  switch (does) {
    case 'record':
      await shop.report(run.customer, [[ago, quantity]]);
      break;
    case 'take':
      run.senders.push(await run.take(limit));
      break;
    case 'answer': {
      const sender = run.senders.shift();
      if (sender) await run.answer(sender, (index) => fates[index % fates.length] ?? 'accepted');
      break;
    }
    case 'die': {
      const [dead] = run.senders.splice(0, 1);
      if (dead) await releaseUsage(context, { holder: dead.holder, working: new Set() });
      break;
    }
    case 'report again': {
      const rejected = (await run.rows()).find(({ status }) => status === 'Rejected');
      if (!rejected) break;
      const { subscription_id: subscriptionId, dimension, hour } = rejected;
      const usage = { subscriptionId, dimension, hour, quantity: Math.round(quantity * 1e6) as Quantity };
      const isOld = hour.getTime() + 24 * 60 * minute < context.now.getTime();
      if (!isOld) done(await reportUsage(context, client.workspaceId, { ...usage, insteadOf: null }, 'test'));
      break;
    }
    case 'wait':
      books.clock.forward(minutes * minute);
      await releaseUsage(context, { holder: randomUUID(), working: new Set() });
      await expireUsage(shop.context);
  }
  await run.check();
}

const isPending = ({ status }: { readonly status: string }) => status === 'Pending';

it('is told what was accepted, rounded down, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const run = new Run(await shop.bought());
      for (const step of steps) await perform(run, step);
      for (const sender of run.senders) await run.answer(sender, () => 'accepted');
      // What is left is sent, or expires.
      for (let round = 0; round < 60 && (await run.rows()).some(isPending); round += 1) {
        shop.books.clock.forward(16 * minute);
        await releaseUsage(shop.context, { holder: randomUUID(), working: new Set() });
        await expireUsage(shop.context);
        await run.answer(await run.take(), () => 'accepted');
      }
      await run.check();
      expect((await run.rows()).filter(isPending)).toEqual([]);
    }),
    { numRuns: Math.ceil(costlyRuns / 5) },
  );
});
