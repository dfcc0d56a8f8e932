import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { runShownCall } from '../support/requests/shown-call.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

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
  const profile = await demo.browser.openProfile();
  const page = await profile.newPage();
  await page.goto(`${demo.portalUrl}tacitum/overview`);
  await demo.signInAs(page, 'Mara Voss');
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(await page.getByRole('complementary', { name: 'Getting started' }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Show the steps' }).click();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
});

/** The parts of the reference page: a document and one of its tags. */
async function partsOfReference(): Promise<readonly string[]> {
  const documents = { api: '/openapi.json', administration: '/api/admin/v1/openapi.json' };
  const parts = Object.entries(documents).map(async ([name, path]) => {
    const answer = await fetch(new URL(path, demo.portalUrl));
    const { tags } = (await answer.json()) as { tags: readonly { readonly name: string }[] };
    return tags.map((tag) => `/docs/#${name}/tag/${tag.name.toLowerCase().replaceAll(' ', '-')}`);
  });
  return (await Promise.all(parts)).flat();
}

it('pages link to their guide or to a part of the reference', async () => {
  const parts = await partsOfReference();
  await demo.visit('Mara Voss', async (page) => {
    const addressOf = async (path: string, name: string) => {
      await page.goto(demo.address(path));
      return page.getByRole('link', { name, exact: true }).getAttribute('href');
    };
    expect(parts).toContain(await addressOf('webhooks/event-types', 'Events and signatures'));
    expect(await addressOf('plan-mappings', 'Map a plan to an offer')).toBe(
      '/docs/guides/how-to/manage-the-catalogue#map-a-plan-to-an-offer',
    );
    await page.goto(new URL((await addressOf('webhooks', 'Receive webhooks')) ?? '', demo.portalUrl).href);
    await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor();
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Guides' })
      .getByRole('link', { name: 'Architecture' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Architecture' }).waitFor();
    await expectAccessible(page);
    await page.goto(new URL('/docs/#api/tag/webhook-events', demo.portalUrl).href);
    // The page is long: a link must lead to the heading, not only to the page.
    const heading = page.getByRole('heading', { name: 'Webhook events', exact: true }).first();
    await expect
      .poll(async () => {
        const box = await heading.boundingBox();
        return box !== null && box.y >= 0 && box.y < 450;
      })
      .toBe(true);
  });
});
