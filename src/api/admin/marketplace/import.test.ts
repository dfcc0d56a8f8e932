import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { FulfilmentWorld, sourceName } from '../../../../tests/support/worlds/fulfilment-world.ts';
import {
  acceleratorTables,
  type ExportedRow,
  lostRows,
} from '../../../../tests/support/worlds/import-shop.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let shop: FulfilmentWorld;
let user: PortalUser;
beforeAll(async () => {
  shop = await FulfilmentWorld.in(await World.shared());
  user = await PortalUser.join(shop.world, shop.workspaceId, 'Partner administrator');
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const sell = (what: Parameters<FulfilmentWorld['sold']>[0] = {}) => {
  const purchaser = newTenant();
  return { id: shop.sold({ tenantId: purchaser, ...what }), purchaser };
};
const tablesOf = (...rows: readonly ExportedRow[]): Record<string, string> => acceleratorTables(rows);
const post = (verb: string, body: object, who = user, connectionId = shop.connectionId) =>
  who.call('POST', `/marketplace-connections/${connectionId}/import/${verb}`, { body });
interface Row {
  readonly id: string;
  readonly outcome: string;
  readonly fingerprint: string;
}
const chosen = (rows: readonly Row[]) => ({
  subscriptions: rows.map(({ id, fingerprint }) => ({ id, fingerprint })),
});

it('200: an export is planned as rows, its drafts and rows are applied as planned, and a second import adds nothing', async () => {
  const [sold, other] = [sell(), sell({ planId: 'unmapped' })];
  const rows = [sold, sold, other, ...lostRows(1)];
  const tables = tablesOf(...rows);
  const { status, body: planned } = await post('plan', { tables });
  expect(status).toBe(200);
  expect(planned.subscriptions).toEqual([
    {
      id: sold.id,
      tenantId: sold.purchaser,
      organisation: null,
      contact: 'buyer@contoso.example',
      offerId: 'forum',
      planId: 'basic',
      status: 'Subscribed',
      quantity: null,
      plan: { product: 'forum', plan: 'basic' },
      subscriptionId: null,
      outcome: 'Add',
      reason: null,
      warnings: ['The export has it in 2 rows; the last one counts.'],
      fingerprint: expect.any(String),
    },
    expect.objectContaining({
      id: other.id,
      plan: { product: 'forum', plan: 'unmapped' },
      outcome: 'AwaitsPublishing',
      reason: 'Publish forum/unmapped.',
      warnings: ['The export has the plan basic; the marketplace decides.'],
    }),
    expect.objectContaining({ outcome: 'Refused', reason: 'The marketplace does not know it.' }),
  ]);
  expect(planned.changes.map(({ action }: { action: string }) => action)).toEqual([
    'plan.added',
    'plan_mapping.added',
  ]);
  const before = await user.auditCount();
  const drafted = await post('drafts', { tables, fingerprint: planned.fingerprint });
  expect([drafted.status, drafted.body.changes]).toEqual([200, planned.changes]);
  expect(await user.auditCount()).toBe(before + 2);
  const applied = await post('subscriptions', chosen(planned.subscriptions));
  expect(applied.body).toMatchObject({
    subscriptions: [
      { id: sold.id, outcome: 'Added', subscriptionId: expect.any(String) },
      { id: other.id, outcome: 'Refused' },
      { outcome: 'Refused' },
    ],
    failure: null,
  });
  expect(await user.auditCount()).toBeGreaterThan(before + 2);
  const { subscriptionId } = applied.body.subscriptions[0];
  expect((await shop.history(sold.id)).map(({ reason }) => reason)).toEqual(['purchase', 'import']);

  const again = await post('plan', { tables });
  expect([again.body.changes, again.body.subscriptions[0]]).toEqual([
    [],
    expect.objectContaining({ outcome: 'Same', subscriptionId }),
  ]);
  const audited = await user.auditCount();
  expect((await post('drafts', { tables, fingerprint: again.body.fingerprint })).body).toEqual({
    changes: [],
  });
  expect((await post('subscriptions', chosen([planned.subscriptions[0]]))).body.subscriptions).toMatchObject([
    { outcome: 'Same' },
  ]);
  expect(await user.auditCount()).toBe(audited);
});

it('200: without an export everything of the connection is planned', async () => {
  const { id } = sell({ planId: 'gold' });
  const { status, body } = await post('plan', {});
  expect(status).toBe(200);
  expect(body.subscriptions.find((row: Row) => row.id === id)).toMatchObject({ outcome: 'Add' });
  expect(body.notExported).toBe(0);
});

it('200: there is no sample outside the demo', async () => {
  const read = await user.call('GET', `/marketplace-connections/${shop.connectionId}/import/sample`);
  expect([read.status, read.body]).toEqual([200, { tables: null }]);
});

describe('400: an export', () => {
  const rows = (count: number) =>
    `AMPSubscriptionId\n${Array.from({ length: count }, (_, index) => `f9000000-0000-4000-8000-${String(index).padStart(12, '0')}`).join('\n')}\n`;
  it.each<[string, Record<string, string | undefined>, string, string]>([
    [
      'without files',
      { Subscriptions: undefined, Plans: undefined, Offers: undefined },
      'Plans.csv',
      'is missing',
    ],
    ['with an empty file', { Subscriptions: '' }, 'Subscriptions.csv', 'is empty'],
    ['with other columns', { Offers: 'Name\nx\n' }, 'Offers.csv', 'has no column OfferId, OfferGUId'],
    [
      'in another encoding',
      { Plans: 'P\0l\0a\0n\0I\0d\0' },
      'tables.Plans',
      'must not contain the character NUL',
    ],
    [
      'of 10,000 rows',
      { Subscriptions: rows(10_000) },
      'Subscriptions.csv',
      'has 10000 rows; an import takes at most 5000',
    ],
    ['of 30,000 rows', { Subscriptions: rows(30_000) }, 'Subscriptions.csv', 'is past 20000 rows'],
    [
      'with a row without an id',
      { Subscriptions: 'AMPSubscriptionId\n=1+1\n' },
      'Subscriptions.csv AMPSubscriptionId',
      'must be a GUID',
    ],
  ])('%s', async (_, changes, path, message) => {
    const { status, body } = await post('plan', { tables: { ...tablesOf(), ...changes } });
    expect([status, body.code]).toEqual([400, 'request.validation_failed']);
    expect(body.args.issues).toContainEqual({
      path,
      rule: expect.any(String),
      message: expect.stringContaining(message),
    });
  });
});

it('413: an export over the size limit', async () => {
  const { status, body } = await post('plan', { tables: { Users: 'x'.repeat(8 * 1024 * 1024) } });
  expect([status, body.args]).toEqual([413, { limitBytes: 8 * 1024 * 1024 }]);
});

it('a formula in a cell stays text, on one line', async () => {
  const sold = sell();
  const tables = tablesOf(sold);
  const Subscriptions = `AMPSubscriptionId,PurchaserEmail\n${sold.id},"=HYPERLINK(""http://x"")\n@SUM(1)"\n`;
  const Offers = tables.Offers?.replace('forum,The Forum', "atlas,=cmd|'/c calc'!A1") ?? '';
  const { body } = await post('plan', { tables: { ...tables, Subscriptions, Offers } });
  expect(body.subscriptions[0].contact).toBe('=HYPERLINK("http://x") @SUM(1)');
  expect(body.changes[0]).toMatchObject({ action: 'product.added', after: { name: "=cmd|'/c calc'!A1" } });
});

it('a plan of another workspace is not the plan of an import', async () => {
  const elsewhere = await shop.world.workspace();
  const mapped = [{ sourceName, offerId: 'forum', planId: 'unmapped', dimensions: [] }];
  const plans = [plan('secret', { marketplace: mapped })];
  done(await addProduct(shop.world.context, elsewhere, product('other', { plans })));
  const sold = sell({ planId: 'unmapped' });
  const { body } = await post('plan', { tables: tablesOf(sold) });
  expect(body.subscriptions[0]).toMatchObject({ outcome: 'AwaitsPublishing', plan: { product: 'forum' } });
});

it('412: drafts that are others than planned', async () => {
  const refused = await post('drafts', {
    tables: { ...tablesOf(), Offers: 'OfferId,OfferGUId\natlas,a0000000-0000-4000-8000-000000000001\n' },
    fingerprint: 'of another plan',
  });
  expect([refused.status, refused.body.code]).toEqual([412, 'request.precondition_failed']);
});

it('503: a marketplace that cannot be read', async () => {
  shop.marketplace.setFault({ kind: 'forbidden' });
  const refused = await post('plan', { tables: tablesOf() });
  expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('cannot be read')]);
  const { body } = await post('subscriptions', chosen([{ ...lostRows(1)[0], fingerprint: 'x' } as Row]));
  expect(body).toMatchObject({ subscriptions: [], failure: { retryAfterSeconds: null } });
});

it('403 and 404: other roles, and a connection of another workspace', async () => {
  for (const role of [
    'Catalogue manager',
    'Subscription support',
    'Integration manager',
    'Viewer',
  ] as const) {
    const member = await PortalUser.join(shop.world, shop.workspaceId, role);
    expect((await post('plan', {}, member)).status).toBe(403);
    expect((await post('drafts', { fingerprint: 'x' }, member)).status).toBe(403);
    expect((await post('subscriptions', chosen([]), member)).status).toBe(403);
  }
  const stranger = await PortalUser.join(shop.world, await shop.world.workspace(), 'Partner administrator');
  expect((await post('plan', {}, stranger)).status).toBe(404);
  expect(
    (await post('subscriptions', chosen([{ ...lostRows(1)[0], fingerprint: 'x' } as Row]), stranger)).status,
  ).toBe(404);
});
