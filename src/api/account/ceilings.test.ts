import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BoughtAccount } from '../../../tests/support/worlds/bought-account.ts';
import {
  buyerTenantId,
  type LandingWorld,
  type Person,
  people,
} from '../../../tests/support/worlds/landing-world.ts';
import { setPartnerLimit } from '../../actions/usage/customer-limits.ts';
import { isRefusal } from '../../core/refusal.ts';
import { maxSubjects } from '../../core/usage/limits/customer-limit.ts';
import { listCustomerLimits } from '../../storage/usage/customer-limits.ts';

const { ada, bert, sam } = people;

let account: BoughtAccount;
let shop: LandingWorld;
let path: string;
beforeAll(async () => {
  account = await BoughtAccount.open();
  ({ shop, path } = account);
});
afterAll(() => shop.close());
// A minute apart, so that no test meets the rate limit.
beforeEach(async () => {
  shop.world.clock.forward(60_000);
  await shop.world.database.deleteFrom('usage_limits').where('workspace_id', '=', shop.workspaceId).execute();
});

const visit = (person: Person) => account.visit(person);
const limits = async () =>
  (await listCustomerLimits(shop.world.database, shop.workspaceId, { tenantId: buyerTenantId })).map(
    ({ setBy, subject, quantity, per, action }) => [setBy, subject, quantity, per, action],
  );
const lastEntry = () => account.lastEntry();
const ceiling = { dimension: 'calls', quantity: '5', per: 'Month', subject: '' };

it('are set for the tenant and for a subject, changed and removed, by the customer as the actor', async () => {
  const customer = await visit(ada);
  expect(customer.text).toContain('20 calls a month');
  expect(customer.text).toContain('the application is told to stop until the period ends');
  await customer.submit(`${path}/ceilings`, ceiling);
  expect(customer.text).toContain('The ceiling is set.');
  expect(customer.text).toContain('5 calls a month');
  expect(await lastEntry()).toMatchObject({
    action: 'usage_limit.set',
    subject: { kind: 'Customer', id: buyerTenantId },
    actor: { kind: 'Visitor', id: `${ada.tenantId} ${ada.objectId}` },
    after: { product: 'forum', dimension: 'calls', setBy: 'Customer', quantity: 5 },
  });
  await customer.submit(`${path}/ceilings`, { ...ceiling, subject: 'agent "7"', quantity: '0', per: 'Day' });
  expect(customer.text).toContain('Your ceiling for agent &quot;7&quot;');
  await customer.submit(`${path}/ceilings`, { ...ceiling, quantity: '6' });
  expect(await limits()).toEqual([
    ['Customer', '', 6, 'Month', 'Deny'],
    ['Customer', 'agent "7"', 0, 'Day', 'Deny'],
  ]);
  shop.world.clock.forward(1_000);
  await customer.submit(`${path}/ceilings/remove`, { ceiling: JSON.stringify(['calls', 'agent "7"']) });
  expect(customer.text).toContain('The ceiling is removed.');
  expect(await limits()).toEqual([['Customer', '', 6, 'Month', 'Deny']]);
  expect(await lastEntry()).toMatchObject({
    action: 'usage_limit.removed',
    before: { subject: 'agent "7"' },
    after: null,
  });
  for (const name of ['nonsense', '[]', 'null', '["calls","gone"]']) {
    await customer.submit(`${path}/ceilings/remove`, { ceiling: name });
    expect(customer.text).toContain('Nothing has changed.');
  }
});

it.each([
  ['no number', { quantity: 'many' }, 'Enter a quantity'],
  ['a negative number', { quantity: '-1' }, 'Enter a quantity'],
  ['more than any quantity', { quantity: '1000000001' }, 'Enter a quantity'],
  ['another period', { per: 'Week' }, 'Choose a period'],
  ['a long subject', { subject: 'x'.repeat(10_000) }, 'Enter one line'],
  ['not lower', { quantity: '20' }, 'enter a lower quantity'],
  ['not lower, for a day', { quantity: '20', per: 'Day' }, 'enter a lower quantity'],
])('422: %s', async (_case, members, text) => {
  const customer = await visit(ada);
  await customer.submit(`${path}/ceilings`, { ...ceiling, ...members });
  expect(customer.status).toBe(422);
  expect(customer.text).toContain(text);
  expect(await limits()).toEqual([]);
});

it('are lower than the limit of the partner for this customer, and may be any for a longer period', async () => {
  const named = { tenantId: buyerTenantId, product: 'forum', dimension: 'calls' };
  const more = { quantity: 100, per: 'Month', action: 'Deny', reason: 'More.', endsAt: null } as const;
  expect(isRefusal(await setPartnerLimit(shop.world.context, shop.workspaceId, named, more))).toBe(false);
  const customer = await visit(ada);
  for (const [quantity, per, status] of [
    ['99', 'Month', 200],
    ['100', 'Month', 422],
    ['500', 'Year', 200],
  ] as const) {
    await customer.submit(`${path}/ceilings`, { ...ceiling, quantity, per });
    expect(customer.status).toBe(status);
  }
});

it('are at most 100 for subjects', async () => {
  const customer = await visit(ada);
  const rows = Array.from({ length: maxSubjects }, (_, index) => ({
    workspace_id: shop.workspaceId,
    tenant_id: buyerTenantId,
    dimension: 'calls',
    subject: `user-${index}`,
    set_by: 'Customer',
    quantity: 1,
    per: 'Day',
    action: 'Deny',
    set_at: shop.world.clock.now(),
    actor: 'Ada',
  }));
  const { product_id } = await shop.world.database
    .selectFrom('products')
    .select('product_id')
    .where('workspace_id', '=', shop.workspaceId)
    .executeTakeFirstOrThrow();
  await shop.world.database
    .insertInto('usage_limits')
    .values(rows.map((row) => ({ ...row, product_id })))
    .execute();
  await customer.submit(`${path}/ceilings`, { ...ceiling, subject: 'another' });
  expect([customer.status, customer.text.includes('Remove one first.')]).toEqual([422, true]);
  await customer.submit(`${path}/ceilings`, { ...ceiling, subject: 'user-7' });
  expect(customer.status).toBe(200);
});

it('are neither seen nor set by others, nor for another dimension', async () => {
  await (await visit(ada)).submit(`${path}/ceilings`, { ...ceiling, subject: 'user-7' });
  for (const person of [bert, sam]) {
    const other = await visit(person);
    expect(other.text).not.toContain('user-7');
    await other.submit(`${path}/ceilings`, { ...ceiling, quantity: '1' });
    await other.submit(`${path}/ceilings/remove`, { ceiling: JSON.stringify(['calls', 'user-7']) });
  }
  const customer = await visit(ada);
  await customer.submit(`${path}/ceilings`, { ...ceiling, dimension: 'none' });
  expect(customer.text).toContain('Nothing has changed.');
  expect(await limits()).toEqual([['Customer', 'user-7', 5, 'Month', 'Deny']]);
});

it('need the form of the page', async () => {
  const customer = await visit(ada);
  await customer.submit(`${path}/ceilings`, { ...ceiling, form: 'forged' });
  expect(await limits()).toEqual([]);
});
