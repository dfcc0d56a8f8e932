import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoWorkspaceIds } from '../src/demo/identities.ts';
import { type Colleague, PortalDemo } from './support/browser/portal-demo.ts';
import { smallerPng } from './support/browser/smaller-png.ts';

interface Screenshot {
  readonly file: string;
  /** Below the workspace. */
  readonly path: string;
  /** Text that must be visible before the picture is taken. */
  readonly shows: string;
  readonly press?: string;
  /** Text that is visible after that. */
  readonly showsAfter?: string;
}

const demoTenantId = 'a0000000-0000-4000-8000-000000000001';
const olga = 'olga@arcadia.example';
const demoConnectionId = '019b76da-a800-7c61-9ff4-d320989298ad';
const demoClientId = '019b76da-a800-7389-a756-b34a8d4c97bd';

/** The pictures of the documentation; `npm run screenshots` takes them from the demo. */
const screenshots: readonly Screenshot[] = [
  { file: 'overview', path: 'overview', shows: 'Arcadia demo application' },
  { file: 'product', path: 'products/aqueduct', shows: 'private-links' },
  {
    file: 'tenant',
    path: 'customers/b0000000-0000-4000-8000-000000000009',
    shows: 'by the plan Enterprise, yearly',
  },
  { file: 'customers', path: 'customers?sort=-usage', shows: 'Fourth Coffee' },
  { file: 'inbox', path: 'inbox', shows: 'Usage rejected by the marketplace' },
  {
    file: 'subscription-usage',
    path: 'subscriptions/019b76da-a800-7664-9c6b-7ebae3829be1',
    shows: 'used this month',
  },
  { file: 'usage', path: 'usage', shows: 'Rows moved' },
  {
    file: 'doctor',
    path: `settings/marketplace/${demoConnectionId}`,
    shows: 'Reconcile now',
    press: 'Run check',
    showsAfter: 'The metering service responds',
  },
];

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const wide = 1440;
const height = 900;
const maxBytes = 150_000;
/** A full page is longer than a window. */
const maxPageBytes = 250_000;

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.openUnshared();
  await mkdir(folder, { recursive: true });
}, 90_000);
afterAll(() => demo?.close());

/** The customer's page of the demo, as Fabrikam's administrator sees it. */
it.each([
  { file: 'customers-page', width: 1024 },
  { file: 'customers-page-narrow', width: 390 },
])('$file', async ({ file, width }) => {
  const png = await demo.browser.visit(async (page) => {
    await page.setViewportSize({ width, height });
    await page.goto(new URL(`/account/${demoConnectionId}`, demo.portalUrl).href);
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: /^Bea/ }).click();
    await page.getByRole('link', { name: /^Manage seats/ }).click();
    await page.getByRole('textbox', { name: 'Assign seats to' }).waitFor();
    return smallerPng(await page.screenshot({ fullPage: true }));
  });
  expect(png.length).toBeLessThan(maxPageBytes);
  await writeFile(`${folder}${file}.png`, png);
});

it('no-workspace', async () => {
  const user = { objectId: randomUUID(), tenantId: demoTenantId, name: 'Olga', preferredUsername: olga };
  await fetch(new URL('/_emulator/users', demo.emulators.idpUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const png = await demo.browser.visit(async (page) => {
    await page.setViewportSize({ width: 1024, height });
    const query = new URLSearchParams({ returnTo: '/portal/', loginHint: olga });
    await page.goto(new URL(`/api/admin/v1/sign-in?${query}`, demo.portalUrl).href);
    await page.getByText('Use another account').waitFor();
    return smallerPng(await page.screenshot({ fullPage: true }));
  });
  expect(png.length).toBeLessThan(maxBytes);
  await writeFile(`${folder}no-workspace.png`, png);
});

it.each(screenshots)('$file', async (screenshot) => {
  const png = await demo.visit('Mara Voss', (page) => take(page, screenshot));
  expect(png.length).toBeLessThan(maxBytes);
  await writeFile(`${folder}${screenshot.file}.png`, png);
});

it('getting-started', async () => {
  await save('getting-started', async (page) => {
    await page.goto(`${demo.portalUrl}sandbox/overview`);
    await page.getByText('1 of 7 steps are done').waitFor();
    return page.screenshot();
  });
});

/** A key beside the call for a customer of the newest product. */
it('first-call', async () => {
  const [, , workspaceId = ''] = demoWorkspaceIds;
  const post = (path: string, data: object) => demo.call('POST', path, { workspaceId, data });
  const plan = { slug: 'standard', name: 'Standard', licenceModel: 'TenantWide', billingModel: 'FlatRate' };
  const lumen = { slug: 'lumen', name: 'Lumen', types: ['WebApp'], plan: { ...plan, publish: true } };
  await post('products', lumen);
  const tenantId = 'b0000000-0000-4000-8000-000000000001';
  const contract = { tenantId, product: 'lumen', plan: 'standard' };
  const { subscriptionId } = await post('subscriptions', contract);
  await post(`subscriptions/${subscriptionId}/moves`, { type: 'activate' });
  const client = { name: 'Lumen backend', scopes: ['entitlements:read'], products: null };
  const { apiClientId } = await post('api-clients', client);
  await save('first-call', async (page) => {
    await page.goto(`${demo.portalUrl}sandbox/api-clients/${apiClientId}?add=key`);
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByText(tenantId).first().waitFor();
    return page.screenshot();
  });
});

it('customer-usage', async () => {
  await save('customer-usage', async (page) => {
    await page.goto(demo.address('customers/b0000000-0000-4000-8000-000000000017'));
    await page.getByText('Running total of the period').scrollIntoViewIfNeeded();
    return page.screenshot();
  });
});

it('pending-subscription', async () => {
  const { items } = await demo.call('GET', 'subscriptions?status=Pending');
  await save('pending-subscription', async (page) => {
    await page.goto(demo.address(`subscriptions/${items[0].subscriptionId}`));
    await page.getByRole('button', { name: 'Activate' }).first().waitFor();
    return page.screenshot();
  });
});

it('plan-mappings', async () => {
  await save('plan-mappings', async (page) => {
    await page.goto(demo.address('plan-mappings?product=scriptorium&plan=archive-direct'));
    await page.getByRole('button', { name: 'Add mapping' }).last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Other ids can be typed').waitFor();
    await dialog.getByLabel('Offer id').fill('aqueduct');
    await dialog.getByLabel('Plan id').fill('standard-monthly');
    await dialog.getByText('Its name there is').waitFor();
    return page.screenshot();
  });
});

it('catalogue-as-code', async () => {
  await save('catalogue-as-code', async (page) => {
    await page.goto(demo.address('catalogue-as-code'));
    const field = page.getByLabel('File', { exact: true });
    await field.waitFor();
    const file = await field.inputValue();
    const withoutForum = file.replace(/ {2}- slug: forum[\s\S]*?(?=\n {2}- slug: )/, '');
    await field.fill(withoutForum.replace('pipelines: 25', 'pipelines: 30'));
    await page.getByRole('button', { name: 'Plan changes' }).click();
    await page.getByRole('button', { name: /^Apply/ }).waitFor();
    return page.screenshot({ fullPage: true });
  });
});

async function save(file: string, shoot: (page: Page) => Promise<Buffer>): Promise<void> {
  const png = await demo.visit('Mara Voss', async (page) => {
    await page.setViewportSize({ width: wide, height });
    return smallerPng(await shoot(page));
  });
  expect(png.length).toBeLessThan(maxPageBytes);
  await writeFile(`${folder}${file}.png`, png);
}

/** After changes by two people. */
it('audit-log', async () => {
  await change('Cato Berg', 'products/aqueduct/plans/standard-monthly', { name: 'Standard, by the month' });
  await change('Cato Berg', 'products/aqueduct', { supportContact: 'help@arcadia.example' });
  await change('Ivo Lind', `api-clients/${demoClientId}`, {
    scopes: ['catalogue:read', 'entitlements:read'],
  });
  const screenshot = { file: 'audit-log', path: 'audit-log', shows: 'Standard, by the month' };
  const png = await demo.visit('Mara Voss', (page) => take(page, screenshot));
  expect(png.length).toBeLessThan(maxBytes);
  await writeFile(`${folder}${screenshot.file}.png`, png);
});

/** A change by the admin API. */
async function change(colleague: Colleague, path: string, data: object): Promise<void> {
  await demo.visit(colleague, async ({ request }) => {
    const url = (below: string) => new URL(`/api/admin/v1/${below}`, demo.portalUrl).href;
    const { workspaces } = await (await request.get(url('me'))).json();
    const headers = { 'X-Tessera-Request': '1', 'if-match': '*' };
    const target = url(`workspaces/${workspaces[0].workspaceId}/${path}`);
    expect((await request.patch(target, { headers, data })).ok()).toBe(true);
  });
}

async function take(page: Page, screenshot: Screenshot): Promise<Buffer> {
  const { path, shows, press, showsAfter } = screenshot;
  await page.setViewportSize({ width: wide, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(demo.address(path));
  const main = page.getByRole('main');
  await main.getByText(shows).first().waitFor();
  if (press) await page.getByRole('button', { name: press }).click();
  if (showsAfter) await main.getByText(showsAfter).first().waitFor();
  await page.waitForLoadState('networkidle');
  return smallerPng(await page.screenshot());
}
