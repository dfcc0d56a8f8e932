import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { openFromMail } from '../support/browser/mailbox.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { runShownCall } from '../support/requests/shown-call.ts';

/**
 * A demo of its own: the demo has one stuck purchase and one rejected report, and a second workspace that is connected to
 * the same marketplace sees the purchases of the first.
 */
let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.openUnshared();
});
afterAll(() => demo?.close());

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'));
const emulator = async (url: string, path: string, body?: object) => {
  const answer = await fetch(new URL(`/_emulator/${path}`, url), {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as { publishers: Publisher[] };
};

interface Publisher {
  readonly offers: readonly { readonly id: string; readonly plans: { dimensions: string[] }[] }[];
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** The link of the next step, on the overview or at the top of another page. */
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByRole('dialog').getByLabel(label, { exact: true });
    await field.and(page.locator('input:not([type=radio])')).fill(value);
  }
};

it('stuck purchase: 3 clicks from the overview to an active subscription', async () => {
  await demo.visit('Siri Holm', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Adatum' }).click();
    await page.getByRole('heading', { level: 1, name: 'Adatum: Aqueduct' }).waitFor();
    await main
      .getByText('The buyer has confirmed the purchase, but its activation did not finish.')
      .waitFor();
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate Aqueduct for Adatum?' });
    await dialog.getByText('The marketplace begins to bill Basic, monthly').waitFor();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('The subscription is Active.').waitFor();
    await main.getByText('Not active yet').waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Request plan change' }).waitFor();
    expect(clicks()).toBe(3);
  });
});

it('usage that the marketplace rejected is billed after 2 clicks from the link of the mail', async () => {
  const { marketplaceUrl } = demo.emulators;
  // The mailbox refuses the script with which a window counts clicks.
  await demo.visitApart('Siri Holm', async (page) => {
    const portal = await openFromMail(
      page,
      demo.mailboxUrl,
      // With other notices in the same mail, the subject has only their number.
      'Usage rejected by the marketplace',
      'Open this report',
    );
    const clicks = await countClicks(portal);
    await row(portal, 'Compute hours', 'Rejected').getByText('deadline').waitFor();
    expect(await row(portal, 'Blue Yonder').count()).toBe(1);
    await expectFits(portal);
    // The partner publishes the missing dimension.
    const { publishers } = await emulator(marketplaceUrl, 'state');
    for (const publisher of publishers) {
      for (const offer of publisher.offers.filter(({ id }) => id === 'aqueduct')) {
        for (const plan of offer.plans) plan.dimensions = [...new Set([...plan.dimensions, 'compute-hours'])];
      }
      await emulator(marketplaceUrl, 'publishers', publisher);
    }
    await portal.getByRole('button', { name: /^Report again: Compute hours/ }).click();
    const dialog = portal.getByRole('dialog', { name: 'Report again' });
    await dialog.getByText('The plan has no such dimension.').waitFor();
    await expectAccessible(portal);
    await dialog.getByRole('button', { name: 'Report again' }).click();
    await row(portal, 'Compute hours').getByText('Accepted').waitFor();
    expect(clicks()).toBe(2);
    await portal.goto(demo.address('inbox?state=Done'));
    await portal.getByText('by siri@arcadia.example').waitFor();

    await portal.goto(demo.address('usage'));
    await portal.getByRole('button', { name: 'Report usage' }).click();
    const byHand = portal.getByRole('dialog', { name: 'Report usage' });
    await byHand.getByRole('combobox', { name: 'Customer' }).fill('Contoso');
    await portal
      .getByRole('option', { name: /^Contoso/ })
      .first()
      .click();
    await byHand.getByRole('combobox', { name: 'Dimension' }).click();
    await portal.getByRole('option', { name: /Rows moved/ }).click();
    const quantity = byHand.getByRole('textbox', { name: /^Quantity/ });
    await quantity.fill('-5');
    await quantity.blur();
    await byHand.getByText('Must be 0 or more.').waitFor();
    expect(await quantity.inputValue()).toBe('-5');
    expect(await byHand.getByRole('button', { name: 'Report' }).isDisabled()).toBe(true);
    await quantity.fill('41.5');
    await expectFits(portal);
    await byHand.getByRole('button', { name: 'Report' }).click();
    await row(portal, 'Contoso', '41.5').getByText('On hold').waitFor();
  });
});

it('the first hour: from an empty workspace to the first call and the first purchase in 19 clicks', async () => {
  await demo.addWorkspace('novum', 'Novum');
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(`${demo.portalUrl}novum/overview`);
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await page.getByText('0 of 7 steps are done').waitFor();
    await page.getByText('No subscriptions yet.').waitFor();
    await expectAccessible(page);
    const clicks = [await countClicks(page)];

    await follow(page, 'Connect');
    await fill(page, {
      'Source name': 'Microsoft Marketplace',
      'Tenant id': 'a0000000-0000-4000-8000-000000000001',
      'Client id': 'c0000000-0000-4000-8000-000000000003',
      Secret: 'demo-publisher-secret',
      'Address of the identity provider': demo.emulators.idpUrl,
      'Address of the marketplace': demo.emulators.marketplaceUrl,
    });
    await press(page, 'Connect');
    await page.getByRole('heading', { level: 1, name: 'Microsoft Marketplace' }).waitFor();
    await page.getByText('Next: add a product').waitFor();
    await expectAccessible(page);

    await follow(page, 'New product');
    await fill(page, { Name: 'Aqueduct' });
    await press(page, 'Create draft');
    await page.getByRole('heading', { level: 1, name: 'Aqueduct' }).waitFor();

    await follow(page, 'Add plan');
    await fill(page, { Name: 'Monthly' });
    await press(page, 'Add and publish');
    await page.getByRole('columnheader', { name: 'Monthly' }).waitFor();

    await follow(page, 'Add mapping');
    await fill(page, { 'Offer id': 'aqueduct', 'Plan id': 'standard-monthly' });
    await press(page, 'Add');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await follow(page, 'Register client');
    await fill(page, { Name: 'Aqueduct backend' });
    await press(page, 'Register');
    await page.getByRole('heading', { level: 1, name: 'Aqueduct backend' }).waitFor();

    await fill(page, { Name: 'Production' });
    await press(page, 'Issue');
    const dialog = page.getByRole('dialog').filter({ hasText: 'It is shown only once' });
    await dialog.getByText('Waiting for the first call…').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy the curl call' }).click();
    const shown = (await dialog.getByRole('region', { name: 'curl call' }).textContent()) ?? '';
    expect(await runShownCall('', 'curl', shown)).toContain('"status":"None"');
    await dialog.getByText('First call received').waitFor();
    await press(page, 'I have stored it');
    await page.getByRole('row').filter({ hasText: 'Production' }).first().waitFor();

    const [marketplace] = await Promise.all([
      page.context().waitForEvent('page'),
      follow(page, 'Buy in the emulator'),
    ]);
    clicks.push(await countClicks(marketplace));
    await marketplace.getByRole('button', { name: 'Buy', exact: true }).click();
    await marketplace.getByRole('link', { name: 'Open the landing page' }).first().click();
    await marketplace.getByRole('link', { name: 'Sign in with your work account' }).click();
    await marketplace.getByRole('button', { name: /^Ada of Contoso/ }).click();
    await marketplace.getByRole('button', { name: 'Confirm' }).click();
    await marketplace.getByRole('heading', { name: 'All set: Aqueduct is active' }).waitFor();
    await marketplace.close();

    await page.getByRole('complementary', { name: 'Getting started' }).waitFor({ state: 'detached' });
    expect(clicks.reduce((sum, count) => sum + count(), 0)).toBe(19);

    await page.goto(`${demo.portalUrl}novum/overview`);
    await page.getByText('Active subscriptions').waitFor();
    expect(await page.getByRole('heading', { name: 'Getting started' }).count()).toBe(0);
  });
});

it('the steps are hidden by a person, and shown again', async () => {
  await demo.addWorkspace('tacitum', 'Tacitum');
  await demo.visitApart('Mara Voss', async (page) => {
    await page.goto(`${demo.portalUrl}tacitum/overview`);
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Getting started' }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Show the steps' }).click();
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await page.goto(`${demo.portalUrl}tacitum/settings/calls`);
    await page.getByText('No notifications yet').waitFor();
  });
});
