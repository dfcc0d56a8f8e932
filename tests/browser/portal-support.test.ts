import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const northwind = 'b0000000-0000-4000-8000-000000000003';
const fabrikam = 'b0000000-0000-4000-8000-000000000002';

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('a customer', () => {
  it('is found by the command palette, and shows its subscriptions, history and explanation', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('overview'));
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).fill('northw');
      await page.getByRole('button', { name: /^Northwind/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor();
      expect(page.url()).toBe(demo.address(`customers/${northwind}`));

      const entitlement = section(page, 'Entitlement');
      await entitlement.getByText('Read-only access', { exact: true }).waitFor();
      await entitlement
        .getByText('it gives read-only access, and no other subscription gives more')
        .waitFor();
      await entitlement.getByText('"status": "Suspended"').waitFor();

      // One step back from now is the suspension, another the activation.
      const moment = entitlement.getByRole('slider', { name: 'Point in time' });
      await moment.press('ArrowLeft');
      await moment.press('ArrowLeft');
      await entitlement.getByText('Last change before: Activated: Basic, monthly').waitFor();
      await entitlement.getByText('"status": "Active"').waitFor();
      await entitlement.getByText('"isHistorical": true').waitFor();
      expect(new URL(page.url()).searchParams.get('asOf')).toBe('2026-01-02T00:00:00.000Z');
      await expectFits(page);

      await entitlement.getByLabel('As of').fill('2025-12-31T12:00');
      await entitlement.getByText('no subscription of this product').waitFor();
      await entitlement.getByRole('button', { name: 'Now' }).click();
      await entitlement.getByText('"status": "Suspended"').waitFor();
    });
  });

  it('at risk is on the overview, in the list and on its page; contact, owner and notes are saved', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('overview'));
      const atRisk = section(page, 'Customers at risk');
      await atRisk.getByText('Aqueduct: 150 % of the included API calls used (150 of 100).').waitFor();
      await atRisk.getByRole('link', { name: 'No calls: 1 customer' }).click();
      await row(page, 'VanArsdel').getByText('No calls').waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await expectAccessible(page);
      await expectFits(page);

      await page.getByRole('link', { name: 'VanArsdel' }).click();
      await section(page, 'At risk').getByRole('link', { name: 'Check the access' }).waitFor();
      await press(page, 'Edit customer');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Contact').fill('Hugo Lindt');
      await dialog.getByLabel('Phone').fill('+41 44 000 00 00');
      await dialog.getByRole('combobox', { name: 'Owner' }).click();
      await page.getByRole('option', { name: 'Siri Holm' }).click();
      await dialog.getByLabel('Notes').fill('Asks for a longer trial.');
      await expectAccessible(page);
      await press(page, 'Save');
      await section(page, 'Contact').getByText('Asks for a longer trial.').waitFor();
      await section(page, 'Contact').getByText('Siri Holm').waitFor();

      await page.goto(demo.address('settings/notifications'));
      const mail = page.getByRole('switch', { name: 'Customers at risk' });
      await mail.waitFor();
      expect(await mail.isChecked()).toBe(false);
      // The switch turns when the service has saved it.
      await mail.click({ force: true });
      await page.getByText('Notifications saved.').waitFor();
      await page.reload();
      await expect.poll(() => mail.isChecked()).toBe(true);
      await expectAccessible(page);
    });
  });

  it('has the usage limits of its plan, and an override with a reason and an end', async () => {
    const contoso = 'b0000000-0000-4000-8000-000000000001';
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('products/aqueduct'));
      await row(page, 'AI requests').getByText('Limit: 20 requests a month').waitFor();
      await page.goto(demo.address(`customers/${contoso}`));
      const limits = section(page, 'Usage limits');
      await limits.getByText('Plan: 20 requests a month').waitFor();
      await press(page, 'Override limit of AI requests');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Quantity').fill('50');
      await dialog.getByLabel('Reason').fill('More for the migration.');
      await dialog.getByLabel(/^Ends/).fill('2099-01-01T00:00');
      await expectAccessible(page);
      await press(page, 'Save');
      await limits.getByText('Override: 50 requests a month').waitFor();
      await limits.getByText('More for the migration.').waitFor();
      await expectFits(page);
      await press(page, 'Remove override of AI requests');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await limits.getByText('Plan: 20 requests a month').waitFor();
    });
  });

  it('is added, and takes over a tenant of another organisation only after confirmation', async () => {
    const tenantId = 'b0000000-0000-4000-8000-0000000000a7';
    await demo.visit('Siri Holm', async (page) => {
      const add = async (name: string) => {
        await page.goto(demo.address('customers'));
        await press(page, 'Add customer');
        await page.getByRole('dialog').getByLabel('Organisation').fill(name);
        await page.getByRole('dialog').getByLabel('Tenant ids').fill(tenantId);
        await press(page, 'Add');
      };
      await add('Tailspin');
      await page.getByRole('heading', { level: 1, name: 'Tailspin' }).waitFor();
      await add('Wingtip');
      await page.getByRole('alert').getByText(`Tailspin has ${tenantId}`).waitFor();
      await expectAccessible(page);
      await press(page, 'Move tenants and add');
      await page.getByRole('heading', { level: 1, name: 'Wingtip' }).waitFor();
    });
  });

  it('is seen as the customer sees it after 1 click, read only, and leaves an entry in its history', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address(`customers/${fabrikam}`));
      const clicks = await countClicks(page);
      await press(page, 'View as customer');
      await page.getByText('You see this page as Fabrikam. Nothing can be changed.').waitFor();
      expect(clicks()).toBe(1);
      await page.getByText('Viewed by Siri Holm').waitFor();
      await page.getByRole('heading', { name: 'Your organisation' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Manage seats' }).click();
      await page.getByRole('heading', { name: 'People without a seat' }).waitFor();
      await expectAccessible(page);
      expect(await page.locator('form').count()).toBe(0);
      expect(await page.locator('button:enabled, textarea:enabled').count()).toBe(0);
      await page.getByRole('link', { name: 'Back to the portal' }).click();
      await section(page, 'History').getByText('Page viewed as customer').first().waitFor();
    });
  });

  it("is found by a member's address, and shows the eligibility of a user", async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('customers'));
      await page.getByRole('searchbox', { name: 'Find' }).fill('bea@fabrikam.example');
      await page.waitForURL(/bea/);
      await row(page, 'Fabrikam').getByRole('link', { name: 'Fabrikam' }).click();
      const asked = section(page, 'Check access of a user');
      await asked.getByText('bea@fabrikam.example may use Forum').waitFor();
      await asked.getByRole('combobox', { name: 'User' }).fill('carl@fabrikam.example');
      await asked.getByRole('button', { name: 'Check' }).click();
      await asked.getByText('carl@fabrikam.example may not use Forum').waitFor();
      await asked.getByText('The user has no seat').first().waitFor();
      await asked.getByText('NoSeatAssigned').first().waitFor();
      await asked.getByRole('button', { name: 'Show API response' }).click();
      await asked.getByText('"isEligible": false').waitFor();
      await expectAccessible(page);

      await asked.getByRole('combobox', { name: 'User' }).fill('stranger@nowhere.example');
      await asked.getByRole('button', { name: 'Check' }).click();
      await asked.getByRole('alert').waitFor();
    });
  });
});

it('customers are sorted by a click on a column, counted, and exported in that order', async () => {
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('customers'));
    await page.getByText(/^Total: \d+$/).waitFor();
    const names = () => page.locator('tbody tr td:first-child a').allInnerTexts();
    const byName = await names();
    await page
      .getByRole('columnheader', { name: 'Customer' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.getByRole('columnheader', { name: 'Customer' }).getByRole('button').click();
    await page.waitForURL(/sort=-name/);
    const named = byName.filter((name) => name !== 'No name');
    await expect
      .poll(async () => (await names()).slice(0, named.length), { timeout: 20_000 })
      .toEqual(named.toReversed());
    await expectFits(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('customers.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(byName.length + 1);
    expect(lines[1]).toContain(named.at(-1));
  });
});

describe('a subscription', () => {
  it('sold directly is suspended and reinstated, and shows both in its history', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('subscriptions?source=Direct&status=Active'));
      await row(page, 'Wingtip').getByRole('link', { name: 'Wingtip' }).click();
      await press(page, 'Suspend');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('read-only access until it is reinstated').waitFor();
      // The form is loaded after the dialog has opened.
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
      await page.keyboard.type('Invoice 4711 is not paid');
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      const history = section(page, 'History');
      await history.getByText('Invoice 4711 is not paid').waitFor();
      await history.getByText('From Active to Suspended').waitFor();
      await history.getByText('just now by Mara Voss').waitFor();

      await press(page, 'Reinstate');
      await dialog.getByRole('button', { name: 'Reinstate' }).click();
      await history.getByText('Reinstated').waitFor();

      await press(page, 'Cancel now');
      await dialog.getByText('This cannot be undone').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Keep subscription' }).click();

      await section(page, 'Changes by people').getByRole('link', { name: 'Open in audit log' }).click();
      await row(page, 'Invoice 4711 is not paid').getByText('Subscription changed').waitFor();
      await expectFits(page);
    });
  });

  it('is created by hand and activated', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions'));
      await press(page, 'Add contract');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Customer' }).fill('tails');
      await page.getByRole('option', { name: 'Tailspin' }).click();
      await dialog.getByRole('combobox', { name: 'Product' }).click();
      await page.getByRole('option', { name: 'Forum' }).click();
      await dialog.getByRole('combobox', { name: 'Plan' }).click();
      await page.getByRole('option', { name: 'Team, per seat' }).click();
      await dialog.getByRole('textbox', { name: 'Seats' }).fill('3');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tailspin: Forum' }).waitFor();
      await page.getByText('0 of 3 assigned').waitFor();
      await press(page, 'Activate');
      await dialog.getByRole('button', { name: 'Activate' }).click();
      await section(page, 'History').getByText('From Pending to Active').waitFor();
    });
  });

  it('has seats that are assigned one by one and by a list, and released', async () => {
    await demo.visit('Siri Holm', async (page) => {
      const product = await demo.addProduct('Stalls', { seats: true });
      const [ana, otto, nobody] = ['ana', 'otto', 'nobody'].map((name) => `${name}@theatre.example`);
      const members = { emails: [ana ?? '', otto ?? ''], seats: 5 };
      const { subscriptionId } = await demo.addContract('Theatre', product, members);
      await demo.call('POST', `subscriptions/${subscriptionId}/seats`, { data: { people: [ana] } });
      await page.goto(demo.address(`subscriptions/${subscriptionId}`));
      const seats = section(page, 'Seats');
      await seats.getByRole('combobox', { name: 'Assign seat to' }).fill(otto ?? '');
      await seats.getByRole('button', { name: 'Assign seat' }).click();
      await seats.getByText('2 of 5 assigned').waitFor();

      await seats.getByRole('button', { name: `Release the seat of ${otto}` }).click();
      await page.getByText('They lose access').waitFor();
      await expectAccessible(page);
      await press(page, 'Release');
      await seats.getByText('1 of 5 assigned').waitFor();

      await seats.getByRole('button', { name: 'Paste list' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'People' }).fill(`Otto <${otto}>; ${ana}\n${nobody}`);
      await dialog.getByRole('button', { name: 'Assign 3 seats' }).click();
      await dialog.getByText('1 of 3 seats assigned, 1 refused').waitFor();
      await dialog.getByText('Already assigned').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await seats.getByText('2 of 5 assigned').waitFor();
    });
  });

  it('sold on the marketplace is changed by a request to the marketplace', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions?product=forum&source=Marketplace'));
      await row(page, 'Humongous').getByRole('link', { name: 'Humongous Insurance' }).click();
      await press(page, 'Request plan change');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Plan' }).click();
      await page.getByRole('option', { name: 'Company, per seat' }).click();
      await dialog.getByRole('button', { name: 'Request plan change' }).click();
      await page.getByText('Requested: ChangePlan').waitFor();
    });
  });

  it('is read-only for roles without permission', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('subscriptions?source=Reseller'));
      await row(page, 'Woodgrove').getByRole('link', { name: 'Woodgrove' }).click();
      await page
        .getByText(
          'Your role is Viewer: you can look, not change. Ask a member with the role Subscription support or Partner administrator.',
        )
        .waitFor();
      expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
      await page.goto(demo.address(`customers/${fabrikam}`));
      await section(page, 'History').waitFor();
      expect(await page.getByRole('button', { name: 'View as customer' }).count()).toBe(0);
    });
  });
});

describe('the inbox', () => {
  it('links to the subject of a notice, and shows who marked it as done, until it is reopened', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('inbox?kind=UsageRejected'));
      const rejected = section(page, 'Usage rejected by the marketplace');
      await rejected.getByText('Blue Yonder: 3.25 of Compute hours rejected').waitFor();
      const clicks = await countClicks(page);
      await rejected.getByRole('link', { name: /^Report again: Blue Yonder/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Report again' });
      await dialog.getByText(/^Report again until /).waitFor();
      await dialog.getByRole('combobox', { name: 'Dimension' }).click();
      await page.getByRole('option', { name: /Rows moved/ }).click();
      await dialog.getByText('3.25 is reported as rows-moved.').waitFor();
      expect(clicks()).toBe(3);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Open plan mapping of compute-hours' }).waitFor();
      await expectFits(page);
      await page.goto(demo.address('inbox?kind=UsageRejected'));
      await rejected.getByRole('link', { name: /^Open subscription/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Blue Yonder: Aqueduct' }).waitFor();
      await page.goBack();
      await rejected.getByRole('button', { name: /^Assign: / }).click();
      await page.getByRole('menuitem', { name: 'Assign to me' }).click();
      await rejected.getByRole('button', { name: /^Assigned to Siri Holm/ }).waitFor();
      await page.getByText('Assigned to me', { exact: true }).click();
      await rejected.getByRole('button', { name: /^Assigned to Siri Holm/ }).click();
      await page.getByRole('menuitem', { name: 'Mara Voss' }).click();
      await page.getByText('Nothing is assigned to you').waitFor();
      await page.goto(demo.address('inbox?kind=UsageRejected'));
      await rejected.getByRole('button', { name: 'Mark as done' }).click();
      await page.getByText('Nothing needs attention').waitFor();
      await expectAccessible(page);
      await page.getByText('Done', { exact: true }).click();
      const latest = rejected.getByRole('listitem').filter({ hasText: 'Blue Yonder' });
      await latest.getByText('by siri@arcadia.example').waitFor();
      await expectFits(page);
      await latest.getByRole('button', { name: 'Reopen' }).click();
      await latest.waitFor({ state: 'detached' });
    });
  });
});

describe('the audit log', () => {
  it('is filtered and exported as a file', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('audit-log'));
      await page.getByRole('combobox', { name: 'Person' }).click();
      await page.getByRole('option', { name: 'Vera Dahl' }).click();
      await row(page, 'Siri Holm').first().waitFor({ state: 'detached' });
      await row(page, 'Vera Dahl').getByText('Member joined').waitFor();
      await press(page, 'Export');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'JSON' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('audit-log.json');
      const entries = JSON.parse(await readFile(await file.path(), 'utf8'));
      const actors = entries.map(({ actor }: { actor: { name: string } }) => actor.name);
      expect(new Set(actors)).toEqual(new Set(['Vera Dahl']));
      expect(entries.map(({ action }: { action: string }) => action)).toContain('member.joined');
    });
  });
});

it('a user who cannot get in: 1 click from the search to the reason, 2 to access', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('overview'));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const doris = { email: 'doris@fabrikam.example', isActive: true };
    await demo.call('PUT', `customers/${fabrikam}/members/${randomUUID()}`, { data: doris });
    const clicks = await countClicks(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill('doris@fabrikam.example');
    await page.getByRole('button', { name: /^Fabrikam/ }).click();
    const checked = section(page, 'Check access of a user');
    await checked.getByText('doris@fabrikam.example may not use Forum').waitFor();
    expect(clicks()).toBe(1);
    await expectFits(page);
    await checked.getByRole('button', { name: 'Assign seat' }).click();
    await checked.getByText('doris@fabrikam.example may use Forum').waitFor();
    expect(clicks()).toBe(2);

    // By the keyboard: Enter opens the menu and chooses its first entry, Esc leads back.
    const actions = page.getByRole('button', { name: 'Actions for bea@fabrikam.example' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog', { name: 'Edit bea@fabrikam.example' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Actions for bea@fabrikam.example');

    await checked.getByRole('combobox', { name: 'User' }).fill('nina@fabrikam.example');
    await checked.getByRole('button', { name: 'Check' }).click();
    await checked.getByRole('button', { name: 'Add member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add member' });
    expect(await dialog.getByRole('textbox', { name: 'E-mail address' }).inputValue()).toBe(
      'nina@fabrikam.example',
    );
  });
});
