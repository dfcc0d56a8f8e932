import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './support/browser.ts';
import { PortalDemo } from './support/portal-demo.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

let demo: PortalDemo;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [demo, receiver] = await Promise.all([PortalDemo.open(), WebhookReceiver.start()]);
});
afterAll(async () => {
  await demo?.close();
  await receiver?.close();
});

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const patient = { timeout: 30_000 };

/** Calls the admin API as the person of the page. */
async function call(page: Page, path: string, data: object = {}) {
  const at = (where: string) => new URL(`/api/admin/v1/${where}`, demo.portalUrl).href;
  const { workspaces } = await (await page.request.get(at('me'))).json();
  const { workspaceId } = workspaces.find(({ slug }: { slug: string }) => slug === 'arcadia');
  const answer = await page.request.post(at(`workspaces/${workspaceId}/${path}`), {
    headers: { 'X-Tessera-Request': '1' },
    data,
  });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

/** Clicks, and counts them. */
function clicking() {
  let clicks = 0;
  return {
    click: async (place: Locator) => {
      clicks += 1;
      await place.click();
    },
    count: () => clicks,
  };
}

it('a failing webhook is delivered again after 3 clicks from the overview', async () => {
  await demo.visit('Ivo Lind', async (page) => {
    receiver.behave('/ledger', 500);
    const url = receiver.url('/ledger');
    const { endpointId } = await call(page, 'webhook-endpoints', { url, description: 'Ledger' });
    const { eventId } = await call(page, `webhook-endpoints/${endpointId}/test?type=seat.assigned`);
    await expect.poll(() => receiver.at('/ledger').length, patient).toBeGreaterThan(0);
    const { click, count } = clicking();
    await page.goto(demo.address('overview'));
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('1 webhook endpoint failing').waitFor(patient);
    await click(attention.getByRole('link', { name: url }));
    // Somebody repairs the receiver.
    receiver.behave('/ledger', 200);
    await click(row(page, 'webhook.test').first().getByRole('link', { name: 'webhook.test' }));
    await page.getByText('"isTest": true').waitFor();
    await click(button(page, 'Replay'));
    await page.getByText('Delivered', { exact: true }).waitFor(patient);
    await expectReadable(page);
    expect(count()).toBe(3);
    const arrived = receiver.at('/ledger');
    expect(new Set(arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect(JSON.parse(arrived.at(-1)?.body ?? '')).toMatchObject({ type: 'seat.assigned', isTest: true });
    await page.goto(demo.address(`webhooks/endpoints/${endpointId}`));
    await page.getByText('Enabled', { exact: true }).waitFor(patient);
  });
}, 120_000);

describe('the command palette', () => {
  const open = async (page: Page, text: string) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill(text);
  };

  it('opens the first result with Enter, also if the results are still on their way', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'northw');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor(patient);
      await open(page, 'northwind');
      await page
        .getByRole('button', { name: /of Northwind/ })
        .first()
        .click(patient);
      await expect.poll(() => page.url(), patient).toContain('/subscriptions/');
    });
  }, 60_000);

  it('offers the actions of the role, and opens their dialogs', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'new product');
      await button(page, 'New product').waitFor();
      await expectReadable(page);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New product' });
      await dialog.waitFor();
      await button(dialog, 'Cancel').click();
      await dialog.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
      expect(await dialog.count()).toBe(0);
    });
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'new product');
      await page.getByText('No results').waitFor(patient);
      await open(page, 'dark theme');
      await button(page, 'Dark theme').waitFor();
    });
  }, 60_000);
});

describe('a list', () => {
  it('shows newer rows by itself, but not under the cursor', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.clock.install();
      await page.goto(demo.address('api-clients'));
      const names = () => page.getByRole('row').getByRole('link').allTextContents();
      await row(page, 'Registered').waitFor();
      const before = await names();
      await page.getByRole('heading', { level: 1 }).hover();
      await call(page, 'api-clients', { name: 'Calm arrival', scopes: [], products: null });
      await page.clock.runFor(30_000);
      await row(page, 'Calm arrival').waitFor(patient);

      await page.getByRole('link', { name: before[0] ?? '', exact: true }).hover();
      await call(page, 'api-clients', { name: 'Late arrival', scopes: [], products: null });
      await page.clock.runFor(30_000);
      await button(page, 'Show 1 new').waitFor(patient);
      expect(await names()).toEqual(['Calm arrival', ...before]);
      await button(page, 'Show 1 new').click();
      await row(page, 'Late arrival').waitFor();
      expect(await names()).toEqual(['Late arrival', 'Calm arrival', ...before]);
    });
  }, 90_000);

  it('is sorted on a narrow screen, with the order in the address', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(demo.address('products'));
      const names = () => page.getByRole('row').getByRole('link').allTextContents();
      await page.getByLabel('Sort by').selectOption('Product, descending');
      await expect.poll(() => new URL(page.url()).searchParams.get('sort'), patient).toBe('-name');
      const sorted = (await names()).toSorted((a, b) => a.localeCompare(b)).toReversed();
      await expect.poll(names, patient).toEqual(sorted);
      await expectReadable(page);
      await page.reload();
      await expect.poll(names, patient).toEqual(sorted);
      await page.getByRole('row').getByRole('link').first().click();
      // The page replaces its header when the product has been read.
      await page.getByRole('heading', { name: 'Editions' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('sort'), patient).toBe('-name');
    });
  }, 60_000);

  it('suspends the selected subscriptions after one confirmation, and leaves those that cannot be', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions?source=Direct&status=Active'));
      const all = page.getByRole('checkbox', { name: 'Select all on this page' });
      await all.waitFor();
      const rows = page.getByRole('row').filter({ hasText: 'Active' });
      const count = await rows.count();
      expect(count).toBeGreaterThan(1);
      await rows.first().getByRole('checkbox').check();
      expect(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(
        true,
      );
      await all.click();
      expect(await all.isChecked()).toBe(true);
      await page.getByText(`${count} selected`).waitFor();
      await button(page, 'Suspend').click();
      const dialog = page.getByRole('dialog', { name: `Suspend ${count} subscriptions?` });
      await dialog.getByText('These customers keep read-only access').waitFor();
      await expectReadable(page);
      await button(dialog, 'Suspend').click();
      await page.getByText(`${count} subscriptions suspended.`).waitFor(patient);
      await page.getByText(`${count} selected`).waitFor({ state: 'detached' });

      await page.goto(demo.address('subscriptions?source=Direct&status=Suspended'));
      await all.click();
      await button(page, 'Reinstate').click();
      await button(page.getByRole('dialog'), 'Reinstate').click();
      await page.getByText(/subscriptions? reinstated\./).waitFor(patient);
    });
  }, 90_000);
});
