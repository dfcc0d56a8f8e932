import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import {
  acceleratorTables,
  type ExportedRow,
  ImportShop,
  lostRows,
  sourceName,
} from '../../../tests/support/worlds/import-shop.ts';
import { plan as definedPlan, product } from '../../../tests/support/worlds/products.ts';
import { newTenant } from '../../../tests/support/worlds/subscribing.ts';
import {
  type AcceleratorExport,
  readAcceleratorExport,
} from '../../core/marketplace/import/accelerator-export.ts';
import { finish } from '../../core/steps.ts';
import { addProduct } from '../catalogue/change-catalogue.ts';
import { type AppliedItem, applyRows, draftImport } from './apply-import.ts';
import { type Import, type PlannedImport, planImport } from './plan-import.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await ImportShop.open();
});
afterAll(() => shop.close());
afterEach(() => shop.marketplace.clearFaults());

const options = (workspaceId: string, exported: AcceleratorExport | null): Import => ({
  context: () => shop.books.context,
  fulfilment: shop.fulfilment,
  connection: shop.account.connection,
  source: { workspaceId, sourceName },
  exported,
  stopped: new AbortController().signal,
});

const plan = async (workspaceId: string, exported: AcceleratorExport | null = null, changes = {}) =>
  done(await planImport({ ...options(workspaceId, exported), ...changes }));

/** Applies a plan as the portal and the command do: its drafts, then what is to be added or changed, in batches. */
async function apply(
  workspaceId: string,
  exported: AcceleratorExport | null,
  { fingerprint, subscriptions }: PlannedImport,
  changes: Partial<Import> = {},
) {
  const all = { ...options(workspaceId, exported), ...changes };
  const drafted = done(await draftImport(all, fingerprint));
  const rows = subscriptions.filter(({ outcome }) => outcome === 'Add' || outcome === 'Change');
  const applied: AppliedItem[] = [];
  for (let from = 0; from < rows.length; from += 50) {
    const batch = await applyRows(all, rows.slice(from, from + 50));
    applied.push(...batch.subscriptions);
    if (batch.failure) return { drafted, applied, failure: batch.failure };
  }
  return { drafted, applied, failure: null };
}

const outcomes = (subscriptions: readonly { readonly outcome: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of subscriptions) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};
const exportOf = (...rows: readonly ExportedRow[]) =>
  done(finish(readAcceleratorExport(acceleratorTables(rows))));

/** The forum with its plans mapped and published. */
async function sellingWorkspace(): Promise<string> {
  const workspaceId = await shop.workspace();
  const mapped = (planId: string) => [{ sourceName, offerId: 'forum', planId, dimensions: [] }];
  const plans = ['basic', 'gold'].map((slug) => definedPlan(slug, { marketplace: mapped(slug) }));
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

  const planned = await plan(workspaceId, exported);
  expect(outcomes(planned.subscriptions)).toEqual({ AwaitsPublishing: 880, ...rest });
  expect(planned.notExported).toBe(3);
  expect(planned.subscriptions.find(({ id }) => id === lost[0]?.id)).toMatchObject({
    outcome: 'Refused',
    reason: 'The marketplace does not know it.',
    tenantId: null,
    offerId: null,
    plan: null,
    contact: 'buyer@contoso.example',
    warnings: [],
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
  // The plan changed nothing: it can be made again.
  expect(await plan(workspaceId, exported)).toEqual(planned);
  const first = await apply(workspaceId, exported, planned);
  expect([first.drafted.changes, first.applied]).toEqual([planned.changes, []]);
  expect(await shop.history(workspaceId)).toEqual([]);

  await shop.publish(workspaceId, 'gold', 'seats');
  const second = await plan(workspaceId, exported);
  expect([outcomes(second.subscriptions), second.changes]).toEqual([
    { Add: 100, AwaitsPublishing: 780, ...rest },
    [],
  ]);
  const { applied } = await apply(workspaceId, exported, second);
  expect(outcomes(applied)).toEqual({ Added: 100 });
  const ours = await shop.ours(workspaceId, exported.subscriptions);
  expect(ours.size).toBe(100);
  expect(seats.map(({ id }) => ours.get(id))).toEqual(
    seats.map(({ purchaser }) =>
      expect.objectContaining({ tenantId: purchaser, status: 'Active', quantity: 7 }),
    ),
  );
  expect(suspended.every(({ id }) => ours.get(id)?.status === 'Suspended')).toBe(true);
  expect(applied.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(
    [...ours.values()].map(({ subscriptionId }) => subscriptionId).toSorted(),
  );

  const history = await shop.history(workspaceId);
  // Again with the same plan, and with another.
  expect(outcomes((await apply(workspaceId, exported, second)).applied)).toEqual({ Same: 100 });
  expect(outcomes((await plan(workspaceId, exported)).subscriptions)).toEqual({
    Same: 100,
    AwaitsPublishing: 780,
    ...rest,
  });
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
  const planned = await plan(workspaceId, null, { fulfilment });
  expect(planned.changes.map(({ action, subject }) => `${action} ${subject.id}`)).toEqual([
    'plan.added talk/seats',
    'plan_mapping.added talk/seats',
  ]);
  expect(planned.subscriptions).toMatchObject([
    {
      id: mapped?.id,
      outcome: 'Add',
      reason: null,
      tenantId: mapped?.purchaser,
      plan: { product: 'talk', plan: 'gold' },
      contact: null,
    },
    { id: unmapped?.id, outcome: 'AwaitsPublishing', reason: 'Publish talk/seats.' },
  ]);
  await apply(workspaceId, null, planned, { fulfilment });
  expect((await shop.history(workspaceId)).map(({ reason }) => reason)).toEqual(['purchase', 'import']);
});

describe('what was planned is what is applied', () => {
  it('drafts that are others by now are refused', async () => {
    const workspaceId = await shop.workspace();
    const exported = exportOf(...shop.sell(1));
    const planned = await plan(workspaceId, exported);
    done(await addProduct(shop.books.context, workspaceId, product('forum', { plans: [] })));
    expect(await draftImport(options(workspaceId, exported), planned.fingerprint)).toMatchObject({
      refused: true,
      code: 'request.precondition_failed',
    });
    expect((await plan(workspaceId, exported)).changes[0]?.subject.id).toBe('forum-2');
  });

  it.each<[string, string, (id: string) => Promise<unknown>]>([
    ['it was suspended', 'Outdated', (id) => shop.account.customer(id, 'suspend')],
    ['it ended', 'Ended', (id) => shop.account.customer(id, 'unsubscribe')],
  ])('a row is not applied when %s', async (_, outcome, change) => {
    const workspaceId = await sellingWorkspace();
    const sold = shop.sell(1);
    const exported = exportOf(...sold);
    const planned = await plan(workspaceId, exported);
    await change(sold[0]?.id ?? '');
    const { applied } = await apply(workspaceId, exported, planned);
    expect(outcomes(applied)).toEqual({ [outcome]: 1 });
    expect((await shop.ours(workspaceId, sold)).size).toBe(0);
  });

  it('a refused row cannot be applied', async () => {
    const workspaceId = await sellingWorkspace();
    const sold = shop.sell(1);
    const exported = exportOf(...sold.map(({ id }) => ({ id, purchaser: newTenant() })));
    const { subscriptions } = await plan(workspaceId, exported);
    expect(outcomes(subscriptions)).toEqual({ Refused: 1 });
    const applied = await applyRows(options(workspaceId, exported), subscriptions);
    expect(outcomes(applied.subscriptions)).toEqual({ Outdated: 1 });
    expect((await shop.ours(workspaceId, sold)).size).toBe(0);
  });
});

describe('an import meets a marketplace', () => {
  it.each([
    ['throttles', { kind: 'throttled', retryAfterSeconds: 60 }, { retryAfterSeconds: 60 }],
    ['refuses the credential', { kind: 'forbidden' }, {}],
  ] as const)('that %s', async (_, fault, args) => {
    shop.marketplace.setFault(fault);
    const refused = await planImport(options(await shop.workspace(), null));
    expect(refused).toMatchObject({
      refused: true,
      code: 'service.unavailable',
      args,
      detail: expect.stringContaining('The marketplace cannot be read: '),
    });
  });

  it('that fails midway: what is done stays, and the next request continues', async () => {
    const workspaceId = await sellingWorkspace();
    const sold = shop.sell(12);
    const exported = exportOf(...sold);
    const planned = await plan(workspaceId, exported);
    let asked = 0;
    const fulfilment = {
      ...shop.fulfilment,
      getSubscription: (...args: Parameters<typeof shop.fulfilment.getSubscription>) => {
        asked += 1;
        if (asked > 4) shop.marketplace.setFault({ kind: 'forbidden' });
        return shop.fulfilment.getSubscription(...args);
      },
    };
    const rows = await applyRows({ ...options(workspaceId, exported), fulfilment }, planned.subscriptions);
    expect(rows.failure).toMatchObject({ retryAfterSeconds: null });
    const part = (await shop.ours(workspaceId, sold)).size;
    expect(outcomes(rows.subscriptions)).toEqual(part === 0 ? {} : { Added: part });
    expect(part).toBeLessThan(12);
    shop.marketplace.clearFaults();
    const again = await apply(workspaceId, exported, planned);
    expect([outcomes(again.applied), again.failure]).toEqual([
      { ...(part && { Same: part }), Added: 12 - part },
      null,
    ]);
  });
});
