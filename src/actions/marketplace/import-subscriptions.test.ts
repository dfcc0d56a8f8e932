import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import {
  acceleratorTables,
  type ExportedRow,
  ImportShop,
  lostRows,
  sourceName,
} from '../../../tests/support/worlds/import-shop.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { newTenant } from '../../../tests/support/worlds/subscribing.ts';
import { readAcceleratorExport } from '../../core/marketplace/import/accelerator-export.ts';
import { isRefusal } from '../../core/refusal.ts';
import { addProduct } from '../catalogue/change-catalogue.ts';
import { type Import, type ImportReport, importSubscriptions } from './import-subscriptions.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await ImportShop.open();
});
afterAll(() => shop.close());
afterEach(() => shop.marketplace.clearFaults());

const pauses: number[] = [];
async function run(workspaceId: string, changes: Partial<Import> = {}): Promise<ImportReport> {
  pauses.length = 0;
  const report = await importSubscriptions({
    context: () => shop.books.context,
    fulfilment: shop.fulfilment,
    connection: shop.account.connection,
    source: { workspaceId, sourceName },
    exported: null,
    applies: true,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    progress: () => {},
    ...changes,
  });
  if (isRefusal(report)) throw new Error(report.detail);
  if ('outcome' in report) throw new Error(report.reason);
  return report;
}

const outcomes = ({ subscriptions }: ImportReport) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of subscriptions) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};
const exportOf = (...rows: readonly ExportedRow[]) => done(readAcceleratorExport(acceleratorTables(rows)));

/** The forum with its plans mapped and published. */
async function sellingWorkspace(): Promise<string> {
  const workspaceId = await shop.workspace();
  const mapped = (planId: string) => [{ sourceName, offerId: 'forum', planId, dimensions: [] }];
  const plans = ['basic', 'gold'].map((slug) => plan(slug, { marketplace: mapped(slug) }));
  done(await addProduct(shop.books.context, workspaceId, product('talk', { plans })));
  return workspaceId;
}

it('an import of 1,000 subscriptions plans, drafts, waits for plans to be published, adds their subscriptions, and is then done', async () => {
  const workspaceId = await shop.workspace();
  const gold = shop.sell(60, { planId: 'gold' });
  const suspended = shop.sell(20, { planId: 'gold', state: 'Suspended' });
  const seats = shop.sell(20, { planId: 'seats', quantity: 7 });
  const basic = shop.sell(780);
  const lost = lostRows(40);
  const foreign = shop.sell(5).map(({ id }) => ({ id, purchaser: newTenant() }));
  const ended = shop.sell(60, { state: 'Unsubscribed' });
  const pending = shop.sell(15, { state: 'PendingFulfillmentStart' });
  const exported = exportOf(...[gold, suspended, seats, basic, lost, foreign, ended, pending].flat());
  expect(exported.subscriptions).toHaveLength(1_000);
  shop.sell(3, { planId: 'gold' });
  const rest = { Refused: 45, Ended: 60, NotActivated: 15 };

  const planned = await run(workspaceId, { exported, applies: false });
  expect(outcomes(planned)).toEqual({ AwaitsPublishing: 880, ...rest });
  expect(planned.notExported).toBe(3);
  expect(planned.subscriptions.find(({ id }) => id === lost[0]?.id)).toEqual({
    id: lost[0]?.id,
    outcome: 'Refused',
    reason: 'The marketplace does not know it.',
    tenantId: null,
    plan: null,
    contact: 'buyer@contoso.example',
  });
  // The list, the 40 that it lacks, and one list of plans.
  expect(shop.marketplace.calls().length).toBeLessThan(60);
  expect(planned.changes.map(({ action, subject }) => `${action} ${subject.id}`)).toEqual([
    'product.added forum',
    'edition.added forum/standard',
    ...['basic', 'gold', 'seats'].flatMap((slug) => [
      `plan.added forum/${slug}`,
      `plan_mapping.added forum/${slug}`,
    ]),
  ]);
  // The plan changed nothing: the first import has all of it to do.
  expect(await run(workspaceId, { exported })).toEqual(planned);
  expect(await shop.history(workspaceId)).toEqual([]);

  await shop.publish(workspaceId, 'gold', 'seats');
  const progress: string[] = [];
  const second = await run(workspaceId, {
    exported,
    progress: (step, count, total) => progress.push(`${step} ${count}/${total}`),
  });
  expect(outcomes(second)).toEqual({ Added: 100, AwaitsPublishing: 780, ...rest });
  expect(progress).toContain('Subscriptions followed 100/100');
  const ours = await shop.ours(workspaceId, exported.subscriptions);
  expect(ours.size).toBe(100);
  expect(seats.map(({ id }) => ours.get(id))).toEqual(
    seats.map(({ purchaser }) =>
      expect.objectContaining({ tenantId: purchaser, status: 'Active', quantity: 7 }),
    ),
  );
  expect(suspended.every(({ id }) => ours.get(id)?.status === 'Suspended')).toBe(true);

  const history = await shop.history(workspaceId);
  const third = await run(workspaceId, { exported });
  expect([outcomes(third), third.changes]).toEqual([{ Same: 100, AwaitsPublishing: 780, ...rest }, []]);
  expect(await shop.history(workspaceId)).toEqual(history);
  expect(await shop.books.database.selectFrom('notices').selectAll().execute()).toEqual([]);
  expect(shop.marketplace.calls().every(({ method }) => method === 'GET')).toBe(true);
});

it('an import without an export drafts what is sold and listed beside the catalogue that is there, and adds the subscriptions of published plans', async () => {
  const workspaceId = await sellingWorkspace();
  const [mapped] = shop.sell(1, { planId: 'gold' });
  const [unmapped] = shop.sell(1, { planId: 'seats' });
  const listed = shop.fulfilment.listSubscriptions;
  // All of this publisher's subscriptions are in the list; the two new ones are enough here.
  const fulfilment = {
    ...shop.fulfilment,
    async *listSubscriptions(...args: Parameters<typeof listed>) {
      for await (const page of listed(...args)) {
        if (page.outcome !== 'answered') yield page;
        else {
          const subscriptions = page.value.subscriptions.filter(({ id }) =>
            [mapped?.id, unmapped?.id].includes(id),
          );
          yield { ...page, value: { ...page.value, subscriptions } };
        }
      }
    },
  };
  const { changes, subscriptions } = await run(workspaceId, { fulfilment });
  expect(changes.map(({ action, subject }) => `${action} ${subject.id}`)).toEqual([
    'plan.added talk/seats',
    'plan_mapping.added talk/seats',
  ]);
  expect(subscriptions).toEqual([
    {
      id: mapped?.id,
      outcome: 'Added',
      reason: null,
      tenantId: mapped?.purchaser,
      plan: { product: 'talk', plan: 'gold' },
      contact: null,
    },
    expect.objectContaining({ id: unmapped?.id, outcome: 'AwaitsPublishing', reason: 'Publish talk/seats.' }),
  ]);
  expect((await shop.history(workspaceId)).map(({ reason }) => reason)).toEqual(['purchase', 'import']);
});

describe('an import meets a marketplace', () => {
  it('that throttles, and waits as long as it asks', async () => {
    const workspaceId = await sellingWorkspace();
    const sold = shop.sell(1);
    shop.marketplace.setFault({ kind: 'throttled', times: 3, retryAfterSeconds: 60 });
    await run(workspaceId, { exported: exportOf(...sold) });
    expect(pauses.length).toBeGreaterThan(0);
    expect(pauses.every((milliseconds) => milliseconds >= 60_000)).toBe(true);
    expect((await shop.ours(workspaceId, sold)).size).toBe(1);
  });

  it('that asks for a longer pause than a person waits', async () => {
    shop.marketplace.setFault({ kind: 'throttled', retryAfterSeconds: 3_600 });
    await expect(run(await shop.workspace())).rejects.toThrow('429');
    expect(pauses).toEqual([]);
  });

  it('that fails midway: what is done stays, and the next import continues', async () => {
    const workspaceId = await sellingWorkspace();
    const sold = shop.sell(12);
    const exported = exportOf(...sold);
    const report = await run(workspaceId, {
      exported,
      progress: (step, count) => {
        if (step === 'Subscriptions followed' && count === 4)
          shop.marketplace.setFault({ kind: 'forbidden' });
      },
    });
    expect(report.failure).toMatch(/ \d+ of 12 subscriptions are done\.$/);
    const part = (await shop.ours(workspaceId, sold)).size;
    expect(outcomes(report)).toEqual({ Added: part, Add: 12 - part });
    shop.marketplace.clearFaults();
    const again = await run(workspaceId, { exported });
    expect([outcomes(again), again.failure]).toEqual([{ Same: part, Added: 12 - part }, null]);
  });
});
