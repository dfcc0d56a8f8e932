import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AwsUnderTest, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { contosoAccount, desk, fabrikamAccount, planner, tailspinAccount } from '../sample-directory.ts';

let world: AwsUnderTest;
beforeAll(async () => {
  world = await startAwsUnderTest({ settings: { holdEvents: 1 } });
});
afterAll(() => world.stop());

const look = async () => (await fetch(world.emulator.url)).text();
const unescaped = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Submits a form as a browser would, with its fields and the typed values. */
async function press(command: string, typed: Record<string, string> = {}, inside = ''): Promise<Response> {
  const forms = [...(await look()).matchAll(/<form method="post" action="\/page\/([^"]*)">(.*?)<\/form>/gs)];
  const found = forms.find(([, action, text = '']) => action === command && text.includes(inside));
  const [, , content = ''] = found ?? [];
  expect(content, `a form for ${command}`).not.toBe('');
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of content.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields.set(name, unescaped(value));
  }
  for (const [name, value] of Object.entries(typed)) {
    expect(content).toContain(`name="${name}"`);
    fields.set(name, value);
  }
  return fetch(`${world.emulator.url}/page/${command}`, { method: 'POST', body: fields, redirect: 'manual' });
}
const madeBy = (response: Response) => {
  expect(response.status).toBe(303);
  return response.headers.get('location')?.split('agreement-')[1] ?? '';
};

it('subscribes to a trial, and sets the account up by a form of another site', async () => {
  const subscribed = await press(
    'purchases',
    { buyerAccountId: fabrikamAccount, isFreeTrial: 'true' },
    planner.code,
  );
  const id = madeBy(subscribed);
  expect(world.emulator.findAgreement(id)).toMatchObject({
    buyerAccountId: fabrikamAccount,
    isFreeTrial: true,
  });
  expect(await look()).toContain('The product has no fulfilment address yet. The token:');
  await press(`sellers/${contosoAccount}/${planner.code}`, { fulfilmentUrl: 'http://127.0.0.1:9/aws' });
  const page = await look();
  const [, form = ''] =
    /<form method="post" action="http:\/\/127\.0\.0\.1:9\/aws">(.*?)<\/form>/s.exec(page) ?? [];
  expect(form).toMatch(/name="x-amzn-marketplace-token" value="[^"]{100,}"/);
  expect(form).toContain('name="x-amzn-marketplace-offer-type" value="free-trial"');
  expect(form).toContain('Set up your account');
  expect((await press(`agreements/${id}/token`)).headers.get('location')).toBe(`/#agreement-${id}`);
});

it('buys a contract, and upgrades, renews, replaces and cancels it', async () => {
  const id = madeBy(
    await press(
      'purchases',
      { 'value:team': '20', 'value:business': '', months: '3', autoRenewalEnabled: 'true' },
      desk.code,
    ),
  );
  expect(world.emulator.findAgreement(id)).toMatchObject({
    months: 3,
    autoRenewalEnabled: true,
    entitlements: [{ dimension: 'team', value: 20 }],
  });
  await press(`agreements/${id}/amend`, { 'value:team': '0', 'value:business': '2' });
  expect(world.emulator.findAgreement(id)?.entitlements).toEqual([{ dimension: 'business', value: 2 }]);
  const renewed = madeBy(await press(`agreements/${id}/renew`));
  const replaced = madeBy(
    await press(`agreements/${renewed}/replace`, { 'value:team': '9', 'value:business': '0', months: '1' }),
  );
  expect(world.emulator.findAgreement(replaced)).toMatchObject({
    previousAgreementId: renewed,
    months: 1,
    entitlements: [{ dimension: 'team', value: 9 }],
  });
  await press(`agreements/${replaced}/cancel`);
  const page = await look();
  for (const status of ['RENEWED', 'REPLACED', 'CANCELLED']) expect(page).toContain(`>${status}</span>`);
  expect(page).toContain('License Deprovisioned');
});

it('sets the destination, the external id, the clock, faults, settings and the dialect', async () => {
  await press(`sellers/${contosoAccount}/destination`, { url: 'http://127.0.0.1:9/events', secret: 's' });
  await press('roles', { externalId: 'another' });
  await press('clock', { to: '2026-11-30T23:00' });
  await press('faults', { kind: 'throttled', operation: 'ResolveCustomer' });
  await press('settings', { eventCopies: '2' }, 'eventCopies');
  await press('dialect', { tokens: 'single-use' }, 'tokens');
  const state = await (await world.command('state', undefined, 'GET')).json();
  expect(state).toMatchObject({
    now: '2026-11-30T23:00:00.000Z',
    roles: [{ externalId: 'another' }],
    faults: [{ kind: 'throttled', operation: 'ResolveCustomer' }],
    settings: { eventCopies: 2 },
    dialect: { tokens: 'single-use' },
  });
  expect(await look()).toContain('It is 2026-11-30 23:00 UTC');
  await press('events/release', {}, 'Release in reverse');
});

it('shows an error with the page, and a product that is not sold', async () => {
  const form = new URLSearchParams({ productCode: 'unknown', back: 'products' });
  const failed = await fetch(`${world.emulator.url}/page/purchases`, { method: 'POST', body: form });
  expect(failed.status).toBe(400);
  expect(await failed.text()).toContain('role="alert">there is no such product for sale');
  const missing = await fetch(`${world.emulator.url}/?offerId=%3Cb%3E`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('role="alert">Nothing is sold as &#60;b&#62;. For sale: ');
});

it('opens with the product and the dimension of a link, of one seller', async () => {
  const open = async (query: Record<string, string>) => {
    const response = await fetch(`${world.emulator.url}/?${new URLSearchParams(query)}`);
    const page = await response.text();
    return {
      status: response.status,
      page,
      titles: [...page.matchAll(/id="title-(\w+)"/g)].map(([, code]) => code),
    };
  };
  const link = { sellerAccountId: contosoAccount, offerId: desk.code };
  const { page, titles } = await open({ ...link, planId: 'business' });
  expect(titles).toEqual([desk.code]);
  expect(page).toMatch(/name="value:business"[^>]*value="5"/);
  expect(page).toMatch(/name="value:team"[^>]*value=""/);
  expect((await open({ ...link, planId: '*' })).page).toMatch(/name="value:team"[^>]*value="5"/);
  expect((await open({ sellerAccountId: tailspinAccount })).titles).toHaveLength(1);
  const elsewhere = await open({ ...link, sellerAccountId: tailspinAccount });
  expect([elsewhere.status, elsewhere.titles]).toEqual([404, []]);
});

it('says where a seller has to be told of a purchase, until it is', async () => {
  const hint = 'The seller is not told of it yet';
  const ofTailspin = `${world.emulator.url}/?sellerAccountId=${tailspinAccount}`;
  expect(await (await fetch(ofTailspin)).text()).toContain(hint);
  world.emulator.setDestination(tailspinAccount, { url: 'http://127.0.0.1:9/events', secret: 's' });
  expect(await (await fetch(ofTailspin)).text()).not.toContain(hint);
});

it('allows no script and nothing of other sites', async () => {
  const { headers } = await fetch(world.emulator.url);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await look()).not.toContain('<script');
});
