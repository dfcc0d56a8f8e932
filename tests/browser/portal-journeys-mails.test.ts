import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { openFromMail } from '../support/browser/mailbox.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'));
it('an invited colleague is in the workspace after 3 clicks of the administrator and 1 in the mail', async () => {
  const nora = 'nora@arcadia.example';
  await demo.addUser('Nora Quist', nora);
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('members'));
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByRole('dialog').getByLabel('User name').fill(nora);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Invitation of ${nora}` });
    await dialog
      .getByText(/A mail with this link (is on its way|was sent) to nora@arcadia.example/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row(page, nora).getByText('Invited').waitFor();
    expect(clicks()).toBe(3);
  });
  await demo.browser.visit(async (mailbox) => {
    const portal = await openFromMail(mailbox, demo.mailboxUrl, nora, 'Sign in and join');
    await portal.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(portal.url()).toBe(demo.address('overview'));
    await portal.getByText('Nora Quist').first().waitFor();
  });
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('members'));
    await row(page, 'Nora Quist').getByText('Joined').waitFor();
  });
});

it('an account in no workspace learns why, and switches the account', async () => {
  const olga = 'olga@arcadia.example';
  await demo.addUser('Olga', olga);
  await demo.browser.visit(async (page) => {
    await page.goto(demo.signInUrl(olga));
    await page.getByRole('heading', { name: 'This account is not a member of any workspace' }).waitFor();
    await page.getByText(olga, { exact: true }).waitFor();
    await page.getByText('Nobody has invited this account').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Use another account' }).click();
    await page.getByRole('button', { name: /^Mara Voss/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(demo.portalUrl.replace(/$/, 'elsewhere/overview'));
    await page.getByRole('heading', { name: 'Not a member of "elsewhere"' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Use another account' }).waitFor();
    const guides = page.getByRole('link', { name: 'Guides' });
    expect(await guides.getAttribute('href')).toBe('/docs/guides/');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});
