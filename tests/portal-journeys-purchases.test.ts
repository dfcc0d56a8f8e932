import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectReadable } from './support/browser/browser.ts';
import { countClicks } from './support/browser/click-count.ts';
import { PortalDemo } from './support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.open();
}, 90_000);
afterAll(() => demo?.close());

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
    await expectReadable(page);
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

/** Ada of Contoso, one of the demo's buyers. */
const ada = 'd0000000-0000-4000-8000-000000000001';

it('a purchase whose buyer never came: 4 clicks from the navigation to the copied link, with which the buyer finishes', async () => {
  const order = { offerId: 'forum', planId: 'team-seats', quantity: 3, buyer: ada };
  const answer = await fetch(`${demo.emulators.marketplaceUrl}/_emulator/purchases`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  const { subscription } = (await answer.json()) as { subscription: { id: string } };
  await demo.visit('Mara Voss', async (page) => {
    const main = page.getByRole('main');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(demo.address('settings/marketplace/019b76da-a800-7c61-9ff4-d320989298ad'));
    await main.getByRole('button', { name: 'Reconcile now' }).click();
    await main.getByText(/\d+ compared/).waitFor();
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Purchases', exact: true }).click();
    const row = main.getByRole('row', { name: /The buyer has not opened the landing page/ });
    await row.getByText('Forum').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /: Forum$/ }).waitFor();
    await main.getByRole('button', { name: 'Check again' }).click();
    await main.getByText('Still not active.').waitFor();
    await main.getByRole('button', { name: 'Copy link' }).click();
    expect(clicks()).toBe(4);
    await expectReadable(page);
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await demo.browser.visit(async (visit) => {
      await visit.goto(link);
      await visit.getByRole('link', { name: 'Sign in with your work account' }).click();
      await visit.getByRole('button', { name: /^Ada of Contoso/ }).click();
      await visit.getByRole('button', { name: 'Confirm' }).click();
      await visit.getByText('You have a seat and can start now. 2 of 3 seats are free.').waitFor();
      await visit.getByRole('link', { name: 'Manage account and seats' }).waitFor();
    });
    await page.reload();
    await main.getByText('This purchase does not wait any more').waitFor();
    await main.getByRole('link', { name: 'Find subscription' }).click();
    await main.getByText('Total: 1').waitFor();
    expect(page.url()).toContain(subscription.id);
  });
});
