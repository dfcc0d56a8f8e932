import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { runShownCall } from '../support/requests/shown-call.ts';

/** Only this file uses the workspace that begins empty. */
let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const press = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** The link of the next step, on the overview or at the top of another page. */
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).and(page.locator('input:not([type=radio])'));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

it('the first hour with a product of one’s own: at most 20 clicks from the sign-in to a customer that the API knows', async () => {
  await demo.browser.visit(async (page) => {
    await page.goto(demo.portalUrl);
    const clicks = [await countClicks(page)];
    await demo.signInAs(page, 'Mara Voss');
    await page.getByRole('button', { name: /^Workspace/ }).click();
    await page.getByRole('menuitem', { name: /^Sandbox/ }).click();
    await page.getByText('1 of 7 steps are done').waitFor();
    await expectAccessible(page);

    await follow(page, 'New product');
    await field(page, 'Name').fill('Lumen');
    await field(page, 'Capability').fill('Export to PDF');
    expect(await field(page, 'Key').inputValue()).toBe('export-to-pdf');
    await field(page, 'Application').scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await press(page, 'Create and publish');
    await heading(page, 'Lumen').waitFor();

    await follow(page, 'Add mapping');
    await expect.poll(() => field(page, 'Offer id').inputValue()).toBe('lumen');
    expect(await field(page, 'Plan id').inputValue()).toBe('standard');
    await press(page, 'Add dimension');
    // The name has the focus.
    await page.keyboard.type('Pages scanned');
    expect(await field(page, 'Id').inputValue()).toBe('pages-scanned');
    await field(page, 'Unit').fill('page');
    await expectAccessible(page);
    await press(page, 'Add');
    await page.getByText('lumen / standard mapped to Standard.').waitFor();

    const [marketplace] = await Promise.all([
      page.context().waitForEvent('page'),
      follow(page, 'Make a test purchase'),
    ]);
    clicks.push(await countClicks(marketplace));
    await expectAccessible(marketplace);
    expect(await marketplace.locator('select[name=plan] option:checked').textContent()).toBe(
      'lumen / Standard',
    );
    await marketplace.getByRole('button', { name: 'Buy', exact: true }).click();
    await marketplace.getByRole('link', { name: 'Open the landing page' }).first().click();
    await marketplace.getByRole('link', { name: 'Sign in with your work account' }).click();
    await marketplace.getByRole('button', { name: /^Ada of Contoso/ }).click();
    await marketplace.getByRole('button', { name: 'Confirm' }).click();
    await marketplace.getByRole('heading', { name: 'All set: Lumen is active' }).waitFor();

    await follow(page, 'Register client');
    await field(page, 'Name').fill('Lumen backend');
    await press(page, 'Register');
    await heading(page, 'Lumen backend').waitFor();
    await press(page, 'Issue');
    const dialog = page.getByRole('dialog').filter({ hasText: 'It is shown only once' });
    await dialog.getByText('Waiting for the first call…').waitFor();
    await dialog.getByRole('button', { name: 'Copy the curl call' }).click();
    const shown = (await dialog.getByRole('region', { name: 'curl call' }).textContent()) ?? '';
    const answer = await runShownCall('', 'curl', shown);
    expect(JSON.parse(answer)).toMatchObject({
      product: { slug: 'lumen' },
      status: 'Active',
      capabilities: { 'export-to-pdf': true },
    });
    await dialog.getByText('First call received').waitFor();
    await press(page, 'I have stored it');
    expect(clicks.reduce((sum, count) => sum + count(), 0)).toBeLessThanOrEqual(20);

    await page.getByRole('complementary', { name: 'Getting started' }).waitFor({ state: 'detached' });
    await expectNotForSale(marketplace);
    await marketplace.close();
  });
});

/** A plan that nobody has mapped: no other product is chosen instead. */
async function expectNotForSale(marketplace: Page): Promise<void> {
  await marketplace.goto(`${demo.emulators.marketplaceUrl}/?offerId=umbra&planId=standard`);
  await marketplace.getByRole('alert').getByText('Nothing is sold as umbra / standard.').waitFor();
  await marketplace.getByRole('alert').getByText('lumen / standard').waitFor();
  const plan = marketplace.locator('select[name=plan]');
  expect(await plan.inputValue()).toBe('');
  await expectFits(marketplace);
}

it('a test purchase starts at the product and at the connection; a real marketplace has a guide instead', async () => {
  await demo.visit('Mara Voss', async (page) => {
    const offered = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    await page.goto(demo.address('products/mosaic'));
    const link = offered('Make a test purchase of mosaic / pay-as-you-go');
    const purchase = new URL((await link.getAttribute('href')) ?? '');
    expect(purchase.origin).toBe(new URL(demo.emulators.marketplaceUrl).origin);
    expect(Object.fromEntries(purchase.searchParams)).toMatchObject({
      offerId: 'mosaic',
      planId: 'pay-as-you-go',
    });

    const { items } = await demo.call('GET', 'marketplace-connections');
    const { connectionId } = items.find(
      ({ sourceName }: { sourceName: string }) => sourceName === 'Microsoft Marketplace',
    );
    const path = `settings/marketplace/${connectionId}`;
    await page.goto(demo.address(path));
    const section = page.getByRole('region', { name: 'Test purchase' });
    await section.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Mosaic: Pay as you go' }).click();
    await offered('Make a test purchase of mosaic / pay-as-you-go').waitFor();
    await expectAccessible(page);

    await page.route(`**/marketplace-connections/${connectionId}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), testPurchaseUrl: null } });
    });
    await page.goto(demo.address(path));
    await section.getByText('Before customers buy, buy the plan yourself').waitFor();
    await section.getByRole('link', { name: 'Make a test purchase' }).waitFor();
  });
});
