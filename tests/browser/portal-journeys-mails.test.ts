import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const partnerTenant = 'a0000000-0000-4000-8000-000000000001';
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

/** Opens a link of the newest mail with these words in the mailbox; the link opens another window. */
async function openFromMail(page: Page, words: string, link: string): Promise<Page> {
  const mail = page.getByRole('article').filter({ hasText: words }).first();
  await expect
    .poll(
      async () => {
        await page.goto(demo.mailboxUrl);
        return mail.count();
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    mail.frameLocator('iframe').getByRole('link', { name: link }).first().click(),
  ]);
  return opened;
}

it('an invited colleague is in the workspace after 3 clicks of the administrator and 1 in the mail', async () => {
  const nora = 'nora@arcadia.example';
  const user = {
    objectId: randomUUID(),
    tenantId: partnerTenant,
    name: 'Nora Quist',
    preferredUsername: nora,
  };
  await emulator(demo.emulators.idpUrl, 'users', user);
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
  const user = { objectId: randomUUID(), tenantId: partnerTenant, name: 'Olga', preferredUsername: olga };
  await emulator(demo.emulators.idpUrl, 'users', user);
  await demo.browser.visit(async (page) => {
    await page.goto(
      new URL(`/api/admin/v1/sign-in?returnTo=/portal/&loginHint=${olga}`, demo.portalUrl).href,
    );
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

it('usage that the marketplace rejected is billed after 2 clicks from the link of the mail', async () => {
  const { marketplaceUrl } = demo.emulators;
  await demo.visit('Siri Holm', async (page) => {
    const portal = await openFromMail(
      page,
      // With other notices in the same mail, the subject has only their number.
      'Usage rejected by the marketplace',
      'Open this report',
    );
    const clicks = await countClicks(portal);
    await row(portal, 'compute-hours', 'Rejected').getByText('deadline').waitFor();
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
    await portal.getByRole('button', { name: /^Report again: compute-hours/ }).click();
    const dialog = portal.getByRole('dialog', { name: 'Report again' });
    await dialog.getByText('The plan has no such dimension.').waitFor();
    await expectAccessible(portal);
    await dialog.getByRole('button', { name: 'Report again' }).click();
    await row(portal, 'compute-hours').getByText('Accepted').waitFor();
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
