import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { openFromMail } from '../support/browser/mailbox.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

/** A demo of its own: the demo has one stuck purchase and one rejected report. */
let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.openUnshared();
});
afterAll(() => demo?.close());

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

it('stuck purchase: 3 clicks from the overview to an active subscription', async () => {
  await demo.visit('Siri Holm', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Adatum' }).click();
    await page.getByRole('heading', { level: 1, name: 'Adatum: Aqueduct' }).waitFor();
    await main
      .getByText('The buyer has confirmed the purchase, but its activation did not finish.')
      .waitFor();
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate Aqueduct for Adatum?' });
    await dialog.getByText('The marketplace begins to bill Basic, monthly').waitFor();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('The subscription is Active.').waitFor();
    await main.getByText('Not active yet').waitFor({ state: 'detached' });
    await main.getByRole('button', { name: 'Request plan change' }).waitFor();
    expect(clicks()).toBe(3);
  });
});

it('usage that the marketplace rejected is billed after 1 click from the link of the mail', async () => {
  const { marketplaceUrl } = demo.emulators;
  // The mailbox refuses the script with which a window counts clicks.
  await demo.visitApart('Siri Holm', async (page) => {
    const portal = await openFromMail(
      page,
      demo.mailboxUrl,
      // With other notices in the same mail, the subject has only their number.
      'Usage rejected by the marketplace',
      'Report again',
    );
    const clicks = await countClicks(portal);
    const dialog = portal.getByRole('dialog', { name: 'Report again' });
    await dialog.getByText(/^Report again until /).waitFor();
    await dialog.getByRole('link', { name: 'Open plan mapping of compute-hours' }).waitFor();
    // The partner publishes the missing dimension.
    const { publishers } = await emulator(marketplaceUrl, 'state');
    for (const publisher of publishers) {
      for (const offer of publisher.offers.filter(({ id }) => id === 'aqueduct')) {
        for (const plan of offer.plans) plan.dimensions = [...new Set([...plan.dimensions, 'compute-hours'])];
      }
      await emulator(marketplaceUrl, 'publishers', publisher);
    }
    await dialog.getByText('The plan has no such dimension.').waitFor();
    await expectAccessible(portal);
    await dialog.getByRole('button', { name: 'Report again' }).click();
    await row(portal, 'Compute hours').getByText('Accepted').waitFor();
    expect(clicks()).toBe(1);
    expect(await row(portal, 'Blue Yonder').count()).toBe(1);
    await expectFits(portal);
    await portal.goto(demo.address('inbox?state=Done'));
    await portal.getByText('by siri@arcadia.example').first().waitFor();

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

it('the steps are hidden by a person, and shown again', async () => {
  await demo.addWorkspace('tacitum', 'Tacitum');
  await demo.visitApart('Mara Voss', async (page) => {
    await page.goto(`${demo.portalUrl}tacitum/overview`);
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Getting started' }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Show the steps' }).click();
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await page.goto(`${demo.portalUrl}tacitum/settings/calls`);
    await page.getByText('No notifications yet').waitFor();
  });
});
