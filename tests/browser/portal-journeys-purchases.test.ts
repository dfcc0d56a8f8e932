import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

it('a confirmed purchase leads back to the list from which it was opened', async () => {
  await demo.visit('Siri Holm', async (page) => {
    const main = page.getByRole('main');
    for (const [path, name] of [
      ['purchases?sort=-boughtAt', 'Purchases'],
      ['subscriptions?status=Pending', 'Subscriptions'],
    ] as const) {
      await page.goto(demo.address(path));
      await main.getByRole('row').getByRole('link', { name: 'Adatum' }).click();
      await page.getByRole('heading', { level: 1, name: 'Adatum: Aqueduct' }).waitFor();
      await main.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      expect(page.url()).toBe(demo.address(path));
    }
  });
});

/** Gina of Trey, one of the demo's buyers. */
const gina = 'd0000000-0000-4000-8000-000000000013';

/** Buys at the marketplace without a visit of the landing page. */
async function buyUnseen(order: object): Promise<string> {
  const answer = await fetch(`${demo.emulators.marketplaceUrl}/_emulator/purchases`, {
    method: 'POST',
    body: JSON.stringify({ buyer: gina, ...order }),
  });
  const { subscription } = (await answer.json()) as { subscription: { id: string } };
  return subscription.id;
}

/** Lets the service find the purchases. */
async function reconcile(page: Page): Promise<void> {
  await page.goto(demo.address('settings/marketplace/019b76da-a800-7c61-9ff4-d320989298ad'));
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await page.getByText(/\d+ compared/).waitFor();
}

it('a purchase whose buyer never came: 4 clicks from the navigation to the copied link, with which the buyer finishes', async () => {
  await demo.visit('Mara Voss', async (page) => {
    const main = page.getByRole('main');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await buyUnseen({ offerId: 'forum', planId: 'team-seats', quantity: 3 });
    await reconcile(page);
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
    await expectAccessible(page);
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await demo.browser.visit(async (visit) => {
      await visit.goto(link);
      await visit.getByRole('link', { name: 'Sign in with your work account' }).click();
      await visit.getByRole('button', { name: /^Gina of Trey/ }).click();
      await visit.getByRole('button', { name: 'Confirm' }).click();
      await visit.getByText('You have a seat and can start now. 2 of 3 seats are free.').waitFor();
      await visit.getByRole('link', { name: 'Manage account and seats' }).click();
      await visit.getByRole('textbox', { name: 'Assign seats to' }).fill('nora@trey.example');
      await visit.getByRole('button', { name: 'Assign seats' }).click();
      await visit.getByRole('listitem').filter({ hasText: 'nora@trey.example' }).waitFor();
    });
    await page.reload();
    await main.getByText('This purchase is no longer pending').waitFor();
    await main.getByRole('link', { name: 'Find subscription' }).click();
    await main.getByText('Total: 1').waitFor();
    expect(page.url()).toContain(id);
    // The seat that the buyer has reserved.
    await main.getByRole('row').getByRole('link').first().click();
    await main.getByText('1 of 3 assigned, 2 available. The customer has reserved 1.').waitFor();
    const reserved = main.getByRole('list', { name: 'Reserved seats' });
    await reserved.getByText('nora@trey.example').waitFor();
    await expectFits(page);
  });
});

it('a purchase made a minute ago, opened with a wrong account: 3 clicks from the navigation to who it was', async () => {
  await demo.visit('Mara Voss', async (page) => {
    const main = page.getByRole('main');
    const order = { buyer: gina, offerId: 'forum', planId: 'team-seats', quantity: 4 };
    const bought = await fetch(`${demo.emulators.marketplaceUrl}/_emulator/purchases`, {
      method: 'POST',
      body: JSON.stringify(order),
    });
    const { subscription } = (await bought.json()) as { subscription: { id: string } };
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Purchases', exact: true }).click();
    await main.getByRole('button', { name: 'Compare now' }).click();
    const row = main.getByRole('row').filter({ has: page.locator(`a[href$="${subscription.id}"]`) });
    await row.getByText('The buyer has not opened the landing page.').waitFor();
    await expectAccessible(page);
    const { landingLink } = await demo.call('GET', `purchases/${subscription.id}`);
    await demo.browser.visit(async (visit) => {
      await visit.goto(landingLink);
      await visit.getByRole('link', { name: 'Sign in with your work account' }).click();
      await visit.getByRole('button', { name: /^Ada of Contoso/ }).click();
      await visit.getByText('Please use another account').waitFor();
    });
    await page.reload();
    await row.getByText(/ of Contoso opened the landing page/).waitFor();
    await row.getByRole('link').click();
    const visits = main.getByRole('region', { name: 'Visits with another account' });
    await visits.getByText('Contoso', { exact: true }).waitFor();
    expect(clicks()).toBe(3);
    await expectAccessible(page);
    await demo.call('POST', `purchases/${subscription.id}/cancel`);
  });
});

it('a purchase of an unmapped plan leads to its mapping and back, and can be cancelled', async () => {
  await demo.visit('Mara Voss', async (page) => {
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    // The emulator sells it only while it is mapped.
    const id = await buyUnseen({ offerId: 'forum', planId: 'company-seats', quantity: 2 });
    await page.goto(demo.address('plan-mappings?product=forum&plan=company-seats'));
    await main.getByRole('button', { name: 'Actions for forum / company-seats' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await main.getByText('Company, per seat is not mapped yet').waitFor();

    await reconcile(page);
    await page.goto(demo.address(`purchases/${id}`));
    await main.getByText('is not mapped to a published plan').waitFor();
    await main.getByRole('link', { name: 'Add mapping' }).click();
    await expect.poll(() => dialog.getByLabel('Offer id').inputValue()).toBe('forum');
    expect(await dialog.getByLabel('Plan id').inputValue()).toBe('company-seats');
    await expectFits(page);
    await dialog.getByRole('combobox', { name: 'Product' }).fill('Forum');
    await page.getByRole('option', { name: 'Forum' }).click();
    await dialog.getByRole('combobox', { name: 'Plan', exact: true }).click();
    await page.getByRole('option', { name: 'Company, per seat' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await main.getByText('The buyer has not opened the landing page.').waitFor();
    expect(page.url()).toBe(demo.address(`purchases/${id}`));

    await main.getByRole('button', { name: 'Request cancellation' }).click();
    await dialog.getByText('the buyer has to buy it again').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request cancellation' }).click();
    await main.getByText('This purchase is no longer pending').waitFor();
  });
});

it('buy on AWS: a contract of 5 seats, from the test purchase of the portal to an assigned seat', async () => {
  const { items } = await demo.call('GET', 'marketplace-connections');
  const { connectionId } = items.find(({ kind }: { kind: string }) => kind === 'Aws');
  const linked = await demo.visit('Mara Voss', async (page) => {
    const name = 'Make a test purchase of mosaicteamcontract0000001 / makers';
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    const found: (string | null)[] = [];
    await page.goto(demo.address(`settings/marketplace/${connectionId}`));
    await page.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Mosaic: Team, on AWS' }).click();
    found.push(await link.getAttribute('href'));
    for (const path of ['products/mosaic', 'plan-mappings?search=mosaicteam']) {
      await page.goto(demo.address(path));
      found.push(await link.getAttribute('href'));
    }
    return new Set(found);
  });
  expect(linked.size).toBe(1);
  const bought = await demo.browser.visit(async (visit) => {
    await visit.goto([...linked][0] ?? '');
    const product = visit.locator('#products').getByRole('article');
    expect(await product.getByRole('heading').allTextContents()).toEqual(['Mosaic: Team, on AWS']);
    await product.getByLabel('Buyer').selectOption({ label: 'Humongous Insurance, 420000000014' });
    expect(await product.getByLabel('Units of makers').inputValue()).toBe('5');
    await product.getByRole('button', { name: 'Buy the contract: Mosaic: Team, on AWS' }).click();
    const agreement = visit.locator('article:target');
    await agreement.getByText('Sign in there as Jon of Humongous, jon@humongous.example.').waitFor();
    const licence = /arn:\S+/.exec((await agreement.textContent()) ?? '')?.[0];
    await agreement.getByRole('button', { name: 'Set up your account' }).click();
    await visit.getByRole('link', { name: 'Sign in with your work account' }).click();
    await visit.getByRole('button', { name: /^Jon of Humongous/ }).click();
    await visit.getByRole('heading', { name: 'Confirm Mosaic' }).waitFor();
    await visit.getByText(/^Your organisation[0-9a-f]/).waitFor();
    await expectAccessible(visit);
    await visit.getByRole('button', { name: 'Confirm' }).click();
    await visit.getByText('Each person needs a seat to start. 5 of 5 seats are free.').waitFor();
    await visit.getByRole('link', { name: 'Manage account and seats' }).click();
    await visit.getByRole('textbox', { name: 'Assign seats to' }).fill('jon@humongous.example');
    await visit.getByRole('button', { name: 'Assign seats' }).click();
    await visit.getByText('1 of 5 assigned').waitFor();
    return licence;
  });
  await demo.visit('Siri Holm', async (page) => {
    await page.goto(demo.address(`subscriptions?search=${bought}`));
    await page.getByRole('main').getByRole('row').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Humongous Insurance: Mosaic' }).waitFor();
    await page.getByText('1 of 5 assigned').waitFor();
  });
});
