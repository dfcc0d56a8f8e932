import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');

/** A visitor who has signed in through the portal, so that the end of the session concerns no other test. */
const visit = (path: string, use: (page: Page) => Promise<void>) =>
  demo.browser.visit(async (page) => {
    await page.goto(demo.address(path));
    await demo.signInAs(page, 'Mara Voss');
    await use(page);
  });

it('a form survives the end of the session, and is saved after the sign-in in another tab', async () => {
  await visit('products', async (page) => {
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Name').fill('Viaduct');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Create and publish' }).click();

    const notice = page.getByRole('dialog', { name: 'Your session has ended' });
    await notice.getByText('Sign in again as mara@arcadia.example').waitFor();
    await expectAccessible(page);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      notice.getByRole('link', { name: 'Sign in (new tab)' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await expectAccessible(tab);

    await notice.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Viaduct' }).waitFor();
  });
});

it('input is discarded only after a question, and the focus returns to where it was', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('members'));
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User name').fill('lena@arcadia.example');
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard your input?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('User name').inputValue()).toBe('lena@arcadia.example');
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Invite member');

    await page.getByRole('button', { name: 'Actions for Ivo Lind' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Actions for Ivo Lind');
  });
});

it('input is discarded by a reload or the browser’s Back only after a question', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('overview'));
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite member' }).click();
    const field = page.getByRole('dialog').getByLabel('User name');
    await field.fill('lena@arcadia.example');
    const asked: string[] = [];
    let isAccepted = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (isAccepted ? dialog.accept() : dialog.dismiss());
    });
    await page.evaluate('setTimeout(() => location.reload())');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.evaluate('setTimeout(() => history.back())');
    await expect.poll(() => asked).toEqual(['beforeunload', 'confirm']);
    expect(await field.inputValue()).toBe('lena@arcadia.example');
    expect(page.url()).toBe(demo.address('members'));
    isAccepted = true;
    await page.evaluate('setTimeout(() => history.back())');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    page.removeAllListeners('dialog');
  });
});

it('a page whose code cannot be loaded is loaded by a retry, at the same address', async () => {
  // Not by a visit, which refuses errors in the console.
  const { page } = await demo.openWindow('Mara Voss');
  try {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const loaded = new Set(requested);
    const isMissing = ({ href }: URL) => href.endsWith('.js') && !loaded.has(href);
    await page.route(isMissing, (route) => route.abort());
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('This page could not be shown').waitFor();
    await page.unroute(isMissing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(page.url()).toBe(demo.address('audit-log'));
  } finally {
    await page.close();
  }
});

it('a page whose code was replaced by a deployment is reloaded by itself, at the same address', async () => {
  const { page } = await demo.openWindow('Mara Voss');
  try {
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    let isOldDocument = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOldDocument = false;
    });
    await page.route(/\.js$/, (route) => (isOldDocument ? route.fulfill({ status: 404 }) : route.continue()));
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    expect([isOldDocument, page.url()]).toEqual([false, demo.address('webhooks')]);
  } finally {
    await page.close();
  }
});

it('a suspended workspace leads to the other workspaces of the person, and to sign-out', async () => {
  await demo.addWorkspace('harbour', 'Harbour Software');
  await visit('overview', async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.route('**/api/admin/v1/me', async (route) => {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      const me = await response.json();
      const workspaces = me.workspaces.map((workspace: { slug: string }) => ({
        ...workspace,
        isSuspended: workspace.slug === 'arcadia',
      }));
      await route.fulfill({ response, json: { ...me, workspaces } });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Arcadia Software is suspended' }).waitFor();
    await page.getByText('You are signed in as mara@arcadia.example').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Switch to Harbour Software' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
