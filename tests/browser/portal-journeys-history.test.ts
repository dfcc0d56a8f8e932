import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

it('a viewer learns who changed a plan in 4 clicks, and what else happened last week in 7', async () => {
  const by = 'Cato Berg';
  await demo.addProduct('Chronicle', { by });
  await demo.call('PATCH', 'products/chronicle/plans/monthly', { by, data: { name: 'By the month' } });
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('link', { name: 'Chronicle' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'By the month' }).click();
    const change = history.getByRole('row').filter({ hasText: 'Plan changed' });
    await change.getByText('Cato Berg').waitFor();
    await change.locator('del', { hasText: 'Monthly' }).waitFor();
    await change.locator('ins', { hasText: 'By the month' }).waitFor();
    expect(clicks()).toBe(4);
    await expectFits(page);

    await history.getByRole('link', { name: 'Open in audit log' }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await row(page, 'Plan changed').getByText('Cato Berg').waitFor();
    expect(clicks()).toBe(7);
    expect(await page.getByRole('combobox', { name: 'Product' }).inputValue()).toBe('Chronicle');
    expect(await page.getByRole('combobox', { name: 'Plan' }).inputValue()).toBe('By the month');
    await expectFits(page);

    await page.getByRole('button', { name: 'Raw JSON' }).first().click();
    await page.getByRole('dialog').getByText('"name": "Monthly"').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Export' }).click();
    const file = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href');
    expect(file).toMatch(/audit-log\.csv\?sort=-recordedAt&product=chronicle&plan=monthly&from=/);
    await page.keyboard.press('Escape');
    await row(page, 'Plan changed').getByRole('link', { name: 'Chronicle' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chronicle' }).waitFor();
  });
});

it('a change of a plan is taken back in 4 clicks, with its reason and the customers that it affected', async () => {
  const by = 'Cato Berg';
  await demo.addProduct('Palimpsest', { by });
  const monthly = 'products/palimpsest/plans/monthly';
  await demo.call('PATCH', monthly, { by, data: { capabilities: { erase: true } } });
  await demo.addContract('Northwind', 'palimpsest');
  await demo.call('PATCH', monthly, { by, data: { capabilities: {}, reason: 'Tidy up' } });
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('link', { name: 'Palimpsest' }).click();
    const history = page.getByRole('region', { name: 'History' });
    const changed = history.getByRole('row').filter({ hasText: 'Version 4' });
    await changed.getByText('“Tidy up”').waitFor();
    await changed.getByText('Cato Berg').waitFor();
    await changed.getByText('1 customer').waitFor();
    await changed.getByRole('link', { name: 'Northwind' }).waitFor();
    await expectAccessible(page);

    await history.getByRole('button', { name: 'Restore version 3' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Entitlements change for 1 of 1 customer.').waitFor();
    await dialog.getByText('gains erase').waitFor();
    await dialog.getByLabel('Reason').fill('Northwind uses it');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    const restored = history.getByRole('row').filter({ hasText: 'Restores version 3' });
    await restored.getByText('“Northwind uses it”').waitFor();
    await restored.getByText('Current').waitFor();
    expect(clicks()).toBe(4);

    await history.getByRole('button', { name: 'Restore version 3' }).click();
    await dialog.getByText('Nothing would change').waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore', exact: true }).isDisabled()).toBe(true);
  });
  const { plans } = await demo.call('GET', 'products/palimpsest');
  expect(plans[0].capabilities).toEqual({ erase: true });
});

it('usage is filtered by the name of a customer, by a pasted tenant id, and by product', async () => {
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('usage'));
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.fill('fabri');
    await page.getByRole('option', { name: 'Fabrikam' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('tenantId')).toMatch(/000002$/);
    await expectFits(page);
    await customer.fill('b0000000-0000-4000-8000-000000000015');
    await expect.poll(() => customer.inputValue()).toBe('Blue Yonder');
    await row(page, 'Blue Yonder').first().waitFor();
    await page.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Forum' }).click();
    await page.getByText('No results').waitFor();
  });
});
