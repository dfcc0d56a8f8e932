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

/** By the admin API, in the session of the window. */
async function renamePlan(page: Page, name: string): Promise<void> {
  const url = (path: string) => new URL(`/api/admin/v1${path}`, demo.portalUrl).href;
  const { workspaces } = await (await page.request.get(url('/me'))).json();
  const path = `/workspaces/${workspaces[0].workspaceId}/products/aqueduct/plans/standard-monthly`;
  const headers = { 'X-Tessera-Request': '1', 'if-match': '*' };
  const renamed = await page.request.patch(url(path), { headers, data: { name } });
  expect(renamed.ok()).toBe(true);
}

it('a viewer learns who changed a plan in 4 clicks, and what else happened last week in 7', async () => {
  await demo.visit('Cato Berg', (page) => renamePlan(page, 'Standard, by the month'));
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('link', { name: 'Aqueduct' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Standard, by the month' }).click();
    const change = history.getByRole('row').filter({ hasText: 'Plan changed' });
    await change.getByText('Cato Berg').waitFor();
    await change.locator('del', { hasText: 'Standard, monthly' }).waitFor();
    await change.locator('ins', { hasText: 'Standard, by the month' }).waitFor();
    expect(clicks()).toBe(4);
    await expectFits(page);

    await history.getByRole('link', { name: 'Open in audit log' }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await row(page, 'Plan changed').getByText('Cato Berg').waitFor();
    expect(clicks()).toBe(7);
    expect(await page.getByRole('combobox', { name: 'Product' }).inputValue()).toBe('Aqueduct');
    expect(await page.getByRole('combobox', { name: 'Plan' }).inputValue()).toBe('Standard, by the month');
    await expectFits(page);

    await page.getByRole('button', { name: 'Raw JSON' }).first().click();
    await page.getByRole('dialog').getByText('"name": "Standard, monthly"').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Export' }).click();
    const file = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href');
    expect(file).toMatch(/audit-log\.csv\?sort=-recordedAt&product=aqueduct&plan=standard-monthly&from=/);
    await page.keyboard.press('Escape');
    await row(page, 'Plan changed').getByRole('link', { name: 'Aqueduct' }).click();
    await page.getByRole('heading', { level: 1, name: 'Aqueduct' }).waitFor();
  });
});

it('usage is filtered by the name of a customer, by a pasted tenant id, and by product', async () => {
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('usage'));
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.fill('fabri');
    await page.getByRole('option', { name: 'Fabrikam' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('tenantId')).toMatch(/000002$/);
    await expectFits(page);
    await customer.fill('b0000000-0000-4000-8000-000000000001');
    await expect.poll(() => customer.inputValue()).toBe('Contoso');
    await row(page, 'Contoso').first().waitFor();
    await page.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Forum' }).click();
    await page.getByText('No results').waitFor();
  });
});
