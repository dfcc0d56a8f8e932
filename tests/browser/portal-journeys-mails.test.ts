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
    const portal = await openFromMail(
      mailbox,
      demo.mailboxUrl,
      'Tessera: invitation to the workspace "arcadia"',
      'Sign in and join',
    );
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
