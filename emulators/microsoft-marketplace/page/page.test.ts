import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FulfilmentUnderTest,
  startFulfilmentUnderTest,
} from '../fulfilment/fulfilment-under-test.fixture.ts';
import { adas, claras } from '../sample-directory.ts';

let world: FulfilmentUnderTest;
beforeAll(async () => {
  world = await startFulfilmentUnderTest({ settings: { autoAcceptMilliseconds: 600_000, holdWebhooks: 1 } });
});
afterAll(() => world.stop());

const look = async () => (await fetch(world.marketplace.url)).text();

/** Submits a form as a browser would, with its fields and the typed values. */
async function press(command: string, typed: Record<string, string> = {}, button = ''): Promise<Response> {
  const forms = [...(await look()).matchAll(/<form method="post" action="\/page\/([^"]*)">(.*?)<\/form>/gs)];
  const [, , inside = ''] =
    forms.find(([, action, text = '']) => action === command && text.includes(button)) ?? [];
  expect(inside, `a form for ${command}`).not.toBe('');
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of inside.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields.set(name, value);
  }
  for (const [name, value] of Object.entries(typed)) {
    expect(inside).toContain(`name="${name}"`);
    fields.set(name, value);
  }
  return fetch(`${world.marketplace.url}/page/${command}`, {
    method: 'POST',
    body: fields,
    redirect: 'manual',
  });
}

it('buys, changes, suspends, reinstates, renews and ends by its forms, and shows the results', async () => {
  await press('offers/contoso/desk', {
    landingPageUrl: 'http://127.0.0.1:9/land',
    webhookUrl: 'http://127.0.0.1:9/hook',
  });
  const bought = await press(
    'purchases',
    {
      plan: JSON.stringify(['contoso', 'desk', 'seats']),
      quantity: '3',
      buyer: claras.objectId,
      preset: 'free-trial',
    },
    '>Buy<',
  );
  expect(bought.status).toBe(303);
  const id = bought.headers.get('location')?.split('subscription-')[1] ?? '';
  expect(world.marketplace.findSubscription(id)).toMatchObject({
    quantity: 3,
    isFreeTrial: true,
    beneficiary: claras,
    state: 'PendingFulfillmentStart',
  });
  expect(await look()).toMatch(/href="http:\/\/127\.0\.0\.1:9\/land\?token=/);

  await world.api('POST', `/${id}/activate`);
  for (const [verb, typed] of [
    ['change-plan', { planId: 'large' }],
    ['change-quantity', { quantity: '8' }],
    ['suspend', {}],
    ['reinstate', {}],
    ['notify', { action: 'Transfer' }],
    ['landing-link', {}],
    ['unsubscribe', {}],
  ] as const) {
    const pressed = await press(`subscriptions/${id}/${verb}`, typed);
    expect(pressed.headers.get('location')).toBe(`/#subscription-${id}`);
    if (verb === 'change-plan') expect(await look()).toContain('In progress: ChangePlan.');
  }
  const actions = world.marketplace.deliveries().map(({ action }) => action);
  expect(actions).toEqual([
    'ChangePlan',
    'ChangeQuantity',
    'Suspend',
    'Reinstate',
    'Transfer',
    'Unsubscribe',
  ]);
  expect(await look()).toContain('ChangeQuantity to 8');
});

it('buys each preset with one button', async () => {
  for (const kind of [
    'Ordinary',
    'Through a reseller',
    'Free trial',
    'Per seat',
    'Activated by the marketplace',
  ]) {
    expect((await press('purchases', {}, `Buy at once: ${kind}"`)).status).toBe(303);
  }
  const { subscriptions } = (await (await world.command('state', 'GET')).json()) as {
    subscriptions: { beneficiary: { tenantId: string; objectId: string | null } }[];
  };
  expect(subscriptions.slice(-5).map(({ beneficiary }) => beneficiary.objectId)).toEqual([
    adas.objectId,
    null,
    adas.objectId,
    adas.objectId,
    adas.objectId,
  ]);
});

it('sends, duplicates and releases webhooks', async () => {
  const { id } = await world.buy({ preset: 'auto-activation' });
  const { number } = world.marketplace.deliveries().find((one) => one.subscriptionId === id) ?? { number: 0 };
  expect((await press(`deliveries/${number}/send`, {}, 'Twice')).status).toBe(303);
  expect(await look()).toContain('New webhooks are put on hold.');
  await press('deliveries/release', {}, 'reverse');
  expect(await look()).toContain('New webhooks are sent at once.');
  await press('settings', {}, 'Hold');
  expect(await look()).toContain('New webhooks are put on hold.');
});

it('changes settings, dialect and faults', async () => {
  await press('dialect', { status: 'padded' }, 'Save');
  await press('settings', { pageSize: '7', subscriptionLagMilliseconds: '2000' }, 'Save');
  await press('faults', { kind: 'delay', times: '2', share: '' }, 'Set');
  expect(await (await world.command('state', 'GET')).json()).toMatchObject({
    dialect: { status: 'padded' },
    settings: { pageSize: 7, subscriptionLagMilliseconds: 2000 },
    faults: [{ kind: 'delay', times: 2 }],
  });
  await press('faults', {}, 'End');
  await press('dialect', {}, 'As documented');
  expect(await (await world.command('state', 'GET')).json()).toMatchObject({
    dialect: { status: 'plain' },
    faults: [],
  });
});

it('shows the error of a refused command', async () => {
  const refused = await press(
    'purchases',
    { plan: JSON.stringify(['contoso', 'desk', 'seats']), quantity: '900' },
    '>Buy<',
  );
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('The plan takes 1 to 50 seats.');
  const noTrial = await press(
    'purchases',
    { plan: JSON.stringify(['contoso', 'planner', 'team']), preset: 'free-trial' },
    '>Buy<',
  );
  expect(await noTrial.text()).toContain('there is no free trial of it');
});

it("a link of the publisher's service chooses the plan, and the purchase leads to that service", async () => {
  const link = new URLSearchParams({
    offerId: 'desk',
    planId: 'seats',
    landingPageUrl: 'http://127.0.0.1:9/other-land',
    webhookUrl: 'http://127.0.0.1:9/other-hook',
  });
  const page = await (await fetch(`${world.marketplace.url}/?${link}`)).text();
  expect(page).toMatch(/<option value="[^"]*seats[^"]*" selected>/);
  expect(page).toContain('value="http://127.0.0.1:9/other-land"');
  const buy = (landingPageUrl: string) =>
    fetch(`${world.marketplace.url}/page/purchases`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        plan: JSON.stringify(['contoso', 'desk', 'seats']),
        quantity: '1',
        landingPageUrl,
        webhookUrl: 'http://127.0.0.1:9/other-hook',
      }),
    });
  expect((await buy('no address')).status).toBe(400);
  expect((await buy('http://127.0.0.1:9/other-land')).status).toBe(303);
  expect(await look()).toMatch(/href="http:\/\/127\.0\.0\.1:9\/other-land\?token=/);
});
