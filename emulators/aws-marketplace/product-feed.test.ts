import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EventDestination, Product } from './directory.ts';
import { type AwsUnderTest, startAwsUnderTest } from './emulator-under-test.fixture.ts';
import { contosoAccount, desk, planner } from './sample-directory.ts';

const lumen: Product = {
  code: 'lumen',
  id: 'prod-lumen',
  title: 'Lumen',
  contractDimensions: ['standard'],
  meteredDimensions: ['scans'],
  fulfilmentUrl: 'http://127.0.0.1:9/aws',
};

let world: AwsUnderTest;
let products: readonly Product[];
let destination: EventDestination | undefined;
let isDown = false;
beforeAll(async () => {
  world = await startAwsUnderTest({
    readProducts: async () => {
      if (isDown) throw new Error('down');
      return [{ sellerAccountId: contosoAccount, products, ...(destination ? { destination } : {}) }];
    },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  products = [planner, lumen];
  destination = undefined;
  isDown = false;
});

const look = async (query = '') => {
  const response = await fetch(`${world.emulator.url}/${query}`);
  return { status: response.status, page: await response.text() };
};
const buy = async (productCode: string) => (await world.command('purchases', { productCode })).status;

it('a product is sold as soon as it is published, with its address', async () => {
  products = [planner];
  expect((await look('?offerId=lumen')).status).toBe(404);
  expect(await buy('lumen')).toBe(400);
  products = [planner, lumen];
  expect((await look('?offerId=lumen')).page).toContain('Lumen');
  expect(await world.act('purchases', { productCode: 'lumen' })).toMatchObject({
    fulfilmentUrl: lumen.fulfilmentUrl,
    agreement: { entitlements: [{ dimension: 'standard', value: 1 }] },
  });
});

it('mappings of one product are one product, with the dimensions of all', async () => {
  products = [lumen, { ...lumen, contractDimensions: ['premium'], meteredDimensions: [] }];
  const both = [
    { dimension: 'standard', value: 1 },
    { dimension: 'premium', value: 2 },
  ];
  await world.act('purchases', { productCode: 'lumen', entitlements: both });
});

it('a withdrawn product stays for its agreements, and is not sold', async () => {
  const { agreement } = (await world.act('purchases', { productCode: 'lumen' })) as {
    agreement: { id: string };
  };
  products = [planner];
  expect(await buy('lumen')).toBe(400);
  expect(await buy(desk.code)).toBe(400);
  expect((await world.act(`agreements/${agreement.id}/token`)).fulfilmentUrl).toBe(lumen.fulfilmentUrl);
  products = [planner, lumen];
  expect(await buy('lumen')).toBe(200);
});

it('the events go to the published destination, until another is set here', async () => {
  const shown = async () => {
    const { sellers } = (await (await world.command('state', undefined, 'GET')).json()) as {
      sellers: { destination?: EventDestination }[];
    };
    return sellers[0]?.destination;
  };
  destination = { url: 'http://127.0.0.1:9/one', secret: 's' };
  expect(await shown()).toEqual(destination);
  await world.act(`sellers/${contosoAccount}/destination?url=http://127.0.0.1:9/own&secret=t`);
  expect((await shown())?.url).toBe('http://127.0.0.1:9/own');
  destination = { url: 'http://127.0.0.1:9/two', secret: 's' };
  expect((await shown())?.url).toBe('http://127.0.0.1:9/two');
});

it('the known products are sold while they cannot be read', async () => {
  await look();
  isDown = true;
  expect(await buy('lumen')).toBe(200);
});
