import {
  GetEntitlementsCommand,
  type GetEntitlementsRequest,
} from '@aws-sdk/client-marketplace-entitlement-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agreement } from '../directory.ts';
import { type AwsUnderTest, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { desk, fabrikamAccount, northwindAccount, planner, tailspinKey } from '../sample-directory.ts';

let world: AwsUnderTest;
let northwinds: Agreement;
let fabrikams: Agreement;
/** Every test has a product of its own. */
let product = desk;
let count = 0;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.emulator.changeDialect({ emptyPages: 'none', licenseArn: 'whole' });
  world.emulator.clock.reset();
  count += 1;
  product = { ...desk, code: `desk${count}`, id: `prod-desk${count}` };
  world.emulator.registerProduct('111122223333', product);
  const contract = { productCode: product.code, months: 1 };
  northwinds = world.emulator.purchase({
    ...contract,
    buyerAccountId: northwindAccount,
    entitlements: [{ dimension: 'team', value: 20 }],
  });
  fabrikams = world.emulator.purchase({
    ...contract,
    buyerAccountId: fabrikamAccount,
    entitlements: [
      { dimension: 'team', value: 5 },
      { dimension: 'business', value: 1 },
    ],
  });
});

type Filter = GetEntitlementsRequest['Filter'];
const get = (more: Partial<GetEntitlementsRequest> = {}, key?: typeof tailspinKey) =>
  world.entitlement(key).send(new GetEntitlementsCommand({ ProductCode: product.code, ...more }));
const found = async (filter?: Filter) =>
  ((await get(filter ? { Filter: filter } : {})).Entitlements ?? []).map(
    ({ CustomerAWSAccountId, Dimension, Value }) =>
      `${CustomerAWSAccountId === northwindAccount ? 'Northwind' : 'Fabrikam'} ${Dimension} ${Value?.IntegerValue}`,
  );

it('lists every buyer of a product without a filter', async () => {
  expect(await found()).toEqual(['Northwind team 20', 'Fabrikam team 5', 'Fabrikam business 1']);
  expect((await get()).Entitlements?.[0]).toEqual({
    ProductCode: product.code,
    Dimension: 'team',
    CustomerAWSAccountId: northwindAccount,
    LicenseArn: northwinds.licenseArn,
    Value: { IntegerValue: 20 },
    ExpirationDate: new Date('2026-12-15T09:30:00Z'),
  });
});

it('unites the values of a filter and intersects the filters', async () => {
  expect(
    await found({ DIMENSION: ['business', 'team'], CUSTOMER_AWS_ACCOUNT_ID: [fabrikamAccount] }),
  ).toEqual(['Fabrikam team 5', 'Fabrikam business 1']);
  expect(
    await found({ LICENSE_ARN: [northwinds.licenseArn, fabrikams.licenseArn], DIMENSION: ['team'] }),
  ).toEqual(['Northwind team 20', 'Fabrikam team 5']);
  expect(
    await found({ LICENSE_ARN: [northwinds.licenseArn], CUSTOMER_AWS_ACCOUNT_ID: [fabrikamAccount] }),
  ).toEqual([]);
});

it.each([
  [true, { BooleanValue: true }],
  ['gold', { StringValue: 'gold' }],
  [2.5, { DoubleValue: 2.5 }],
])('has every kind of value: %s', async (value, shape) => {
  world.emulator.amend(northwinds.id, [{ dimension: 'team', value }]);
  const { Entitlements = [] } = await get({ Filter: { LICENSE_ARN: [northwinds.licenseArn] } });
  expect(Entitlements.map(({ Value }) => Value)).toEqual([shape]);
});

describe('pages', () => {
  const pages = async () => {
    const all: number[] = [];
    let token: string | undefined;
    do {
      const page = await get({ MaxResults: 2, ...(token ? { NextToken: token } : {}) });
      all.push(page.Entitlements?.length ?? -1);
      token = page.NextToken;
    } while (token);
    return all;
  };
  it('follow each other by a token', async () => {
    expect(await pages()).toEqual([2, 1]);
  });
  it('may be empty and have a token', async () => {
    world.emulator.changeDialect({ emptyPages: 'some' });
    expect(await pages()).toEqual([0, 2, 0, 1]);
  });
});

it('refuses what it does not know', async () => {
  const refused = { name: 'InvalidParameterException' };
  await expect(get({ ProductCode: 'unknown' })).rejects.toMatchObject(refused);
  await expect(get({}, tailspinKey)).rejects.toMatchObject(refused);
  await expect(get({ MaxResults: 26 })).rejects.toMatchObject(refused);
  await expect(get({ NextToken: 'unknown' })).rejects.toMatchObject(refused);
  await expect(get({ Filter: { COLOUR: ['blue'] } as Filter })).rejects.toMatchObject(refused);
});

it('shows no contract before its licence, after its end, or of pay as you go', async () => {
  world.emulator.changeSettings({ licenseMilliseconds: 600_000 });
  world.emulator.purchase({ productCode: product.code });
  world.emulator.changeSettings({ licenseMilliseconds: 0 });
  world.emulator.end(northwinds.id, 'CANCELLED');
  expect(await found()).toEqual(['Fabrikam team 5', 'Fabrikam business 1']);
  world.emulator.purchase({ productCode: planner.code });
  expect((await get({ ProductCode: planner.code })).Entitlements).toEqual([]);
});

it('an upgrade changes the content under the same licence; a contract ends or renews by the clock', async () => {
  world.emulator.amend(northwinds.id, [{ dimension: 'business', value: 3 }]);
  expect(await found({ LICENSE_ARN: [northwinds.licenseArn] })).toEqual(['Northwind business 3']);
  const renewed = world.emulator.purchase({
    productCode: product.code,
    months: 1,
    autoRenewalEnabled: true,
    entitlements: [{ dimension: 'team', value: 7 }],
  });
  await world.act('clock?to=2027-02-01T00:00:00Z');
  expect(await found()).toEqual(['Northwind team 7']);
  expect(world.emulator.findAgreement(fabrikams.id)?.status).toBe('EXPIRED');
  expect(world.emulator.findAgreement(renewed.id)?.status).toBe('RENEWED');
});
