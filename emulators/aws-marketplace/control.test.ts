import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsUnderTest, type Json, startAwsUnderTest } from './emulator-under-test.fixture.ts';
import { contosoAccount, desk, fabrikamAccount, planner, store } from './sample-directory.ts';

let world: AwsUnderTest;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());

const state = async () =>
  (await world.command('state', undefined, 'GET')).json() as Promise<Record<string, Json[]>>;

it('buys, and gives the form that the buyer’s browser posts', async () => {
  await world.act(`sellers/${contosoAccount}/${desk.code}?fulfilmentUrl=http://127.0.0.1:9/aws`);
  const bought = await world.act('purchases', {
    productCode: desk.code,
    buyerAccountId: fabrikamAccount,
    entitlements: [{ dimension: 'team', value: 3 }],
    months: 6,
    autoRenewalEnabled: true,
  });
  expect(bought).toMatchObject({
    agreement: {
      buyerAccountId: fabrikamAccount,
      endTime: '2027-05-15T09:30:00.000Z',
      entitlements: [{ dimension: 'team', value: 3 }],
      autoRenewalEnabled: true,
    },
    token: expect.stringContaining('+'),
    expiresAt: '2026-11-15T13:30:00.000Z',
    fulfilmentUrl: 'http://127.0.0.1:9/aws',
  });
  const { agreement } = bought as { agreement: { id: string } };
  expect((await world.act(`agreements/${agreement.id}/token`)).token).not.toBe(bought.token);
});

it('registers sellers, products, buyers, keys and roles, and shows everything', async () => {
  const product = {
    code: 'toys',
    id: 'prod-toys',
    title: 'Toys',
    contractDimensions: [],
    meteredDimensions: ['dolls'],
  };
  await world.act('sellers', {
    accountId: '123456789012',
    name: 'Wingtip',
    products: [],
    destination: { url: 'http://127.0.0.1:9/events', secret: 's' },
  });
  await world.act('products/123456789012', product);
  await world.act('sellers/123456789012/destination?url=http://127.0.0.1:9/other&secret=t');
  await world.act('buyers', { accountId: '210987654321', name: 'Arcadia' });
  await world.act('access-keys', { id: 'AKIAWINGTIP', secret: 's', accountId: '123456789012' });
  await world.act('roles', { arn: 'arn:aws:iam::123456789012:role/r', externalId: 'x' });
  await world.act('purchases', { productCode: 'toys', buyerAccountId: '210987654321' });
  const { sellers, buyers, accessKeys, roles, agreements } = await state();
  expect(sellers).toContainEqual({
    accountId: '123456789012',
    name: 'Wingtip',
    products: [product],
    destination: { url: 'http://127.0.0.1:9/other', secret: 't' },
  });
  expect(buyers?.at(-1)).toMatchObject({ name: 'Arcadia' });
  expect(accessKeys?.at(-1)).toMatchObject({ id: 'AKIAWINGTIP' });
  expect(roles?.at(-1)).toMatchObject({ externalId: 'x' });
  expect(agreements?.at(-1)).toMatchObject({ productCode: 'toys', status: 'ACTIVE' });
});

describe('a command is refused', () => {
  it.each<[string, string, unknown]>([
    ['an unknown product', 'purchases', { productCode: 'unknown' }],
    ['an unknown buyer', 'purchases', { buyerAccountId: '000000000000' }],
    [
      'a dimension that is not sold',
      'purchases',
      { productCode: desk.code, entitlements: [{ dimension: 'x', value: 1 }] },
    ],
    [
      'less than nothing',
      'purchases',
      { productCode: desk.code, entitlements: [{ dimension: 'team', value: -1 }] },
    ],
    ['a contract without end', 'purchases', { productCode: desk.code, months: 61 }],
    ['a trial that is not offered', 'purchases', { productCode: desk.code, isFreeTrial: true }],
    ['an unknown agreement', 'agreements/agmt-unknown/cancel', undefined],
    ['an account with letters', 'buyers', { accountId: 'abc', name: 'x' }],
    ['a long dimension', `products/${contosoAccount}`, { ...store, meteredDimensions: ['a'.repeat(16)] }],
    ['an invalid address', `sellers/${contosoAccount}/destination?url=nowhere&secret=x`, undefined],
    ['an unknown setting', 'settings?colour=1', undefined],
    ['a setting that is no number', 'settings?attempts=x', undefined],
    ['no copies', 'settings?eventCopies=0', undefined],
    ['an unknown choice', 'dialect?tokens=golden', undefined],
    ['a clock too far', 'clock?to=2100-01-01', undefined],
    ['an invalid clock', 'clock?to=noon', undefined],
    ['no JSON', 'purchases', '['],
  ])('with %s', async (_name, command, body) => {
    const response = await world.command(command, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it('that does not exist', async () => {
    for (const text of ['unknown', 'agreements/x', 'sellers/x/', 'events/1/unknown']) {
      expect((await world.command(text)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await world.command('unknown', undefined, 'GET')).status).toBe(404);
    expect((await world.command('state', undefined, 'DELETE')).status).toBe(404);
  });
});

describe('the clock', () => {
  it('moves to a time, by seconds, and back', async () => {
    expect(await world.act('clock?to=2026-11-30T23:59:00')).toEqual({ now: '2026-11-30T23:59:00.000Z' });
    expect(await world.act('clock?seconds=61')).toEqual({ now: '2026-12-01T00:00:01.000Z' });
    expect(await world.act('clock?reset=true')).toEqual({ now: '2026-11-15T09:30:00.000Z' });
  });
});

it('settings and choices are changed and restored', async () => {
  await world.act('settings?pageSize=3');
  await world.act('dialect?tokens=single-use');
  expect(await world.act('settings?reset=true')).toMatchObject({ pageSize: 25, licenseMilliseconds: 0 });
  expect(await world.act('dialect?reset=true')).toMatchObject({ tokens: 'reusable' });
});

describe('what a stranger can store is limited', () => {
  const often = (action: (count: number) => void) => () => {
    for (let count = 0; count < 1_001; count += 1) action(count);
  };

  it('in number', () => {
    const accountOf = (count: number) => String(900_000_000_000 + count);
    const { registerBuyer, setFault, clearFaults } = world.emulator;
    expect(often((count) => registerBuyer({ accountId: accountOf(count), name: 'x' }))).toThrow('too many');
    expect(often((count) => setFault({ kind: 'delay', region: String(count) }))).toThrow('too many');
    clearFaults();
  });

  it('in size', async () => {
    const long = 'x'.repeat(65 * 1024);
    expect((await world.command('buyers', { accountId: '900000000000', name: long })).status).toBe(413);
    const body = new URLSearchParams({ arn: 'arn:aws:iam::123456789012:role/r', externalId: long });
    expect((await fetch(`${world.emulator.url}/page/roles`, { method: 'POST', body })).status).toBe(413);
    const order = { productCode: desk.code, entitlements: [{ dimension: 'team', value: 'x'.repeat(256) }] };
    expect((await world.command('purchases', order)).status).toBe(400);
  });
});

it('accepted usage is stored between runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aws-usage-'));
  const dataFile = join(folder, 'usage.jsonl');
  const first = await startAwsUnderTest({ dataFile });
  const agreement = first.emulator.purchase({ productCode: planner.code });
  const { ids } = await first.meter([first.record(agreement)]);
  await first.stop();
  const second = await startAwsUnderTest({ dataFile });
  second.emulator.registerAgreement(agreement);
  expect(await second.meter([second.record(agreement, { Quantity: 6 })])).toMatchObject({
    statuses: ['DuplicateRecord'],
  });
  expect((await second.meter([second.record(agreement)])).ids).toEqual(ids);
  await second.stop();
  await rm(folder, { recursive: true });
});
