import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
let catalogueBefore: string;
beforeAll(async () => {
  demo = await PortalDemo.shared();
  catalogueBefore = await demo.catalogueFile();
});
afterAll(() => demo?.applyCatalogueFile(catalogueBefore));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const act = async (page: Page, on: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${on}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
/** Waits for the preview, then applies it. */
const confirm = async (page: Page, impact: string, verb: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByText(impact).waitFor();
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};
interface CatalogueEntry {
  readonly editions: readonly { readonly slug: string }[];
  readonly plans: readonly { readonly slug: string }[];
  readonly labels: { readonly limits: Readonly<Record<string, object>> };
}

/** The catalogue that an application reads, with the demo's key unless told otherwise. */
const catalogueEntry = async (slug: string, apiKey = demo.facts.apiKey) => {
  const address = new URL(`/api/v1/catalogue/products/${slug}`, demo.portalUrl);
  const answer = await fetch(address, { headers: { 'x-api-key': apiKey } });
  return { status: answer.status, body: (await answer.json()) as CatalogueEntry };
};

describe('a product', () => {
  it('gets a logo, which is replaced by an error text for a wrong file, and removed', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products/forum'));
      const upload = async (button: string, content: string) => {
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: button }).click();
        const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(content) };
        await (await choosing).setFiles(file);
      };
      await upload('Upload logo', svg);
      await page.getByRole('img', { name: 'Logo of Forum' }).waitFor();
      await upload('Replace logo', 'no image');
      await page.getByText('is not an image of the type image/svg+xml').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove logo' }).click();
      await page.getByText('No logo yet.').waitFor();
    });
  });

  it('is created with an edition and a plan, published after a preview, and returned by the API', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products'));
      await page.getByRole('button', { name: 'New product' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Lighthouse');
      expect(await dialog.getByLabel('Slug').inputValue()).toBe('lighthouse');
      await dialog.getByLabel('Slug').fill('Light House');
      await dialog.getByLabel('First plan').fill('');
      await dialog.getByRole('button', { name: 'Create draft' }).click();
      await dialog.getByText('Must have at most 64 lower-case letters').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Slug').fill('lighthouse');
      await dialog.getByRole('combobox', { name: 'Categories' }).click();
      await page.getByRole('option', { name: 'Data and integration' }).click();
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Create draft' }).click();

      await heading(page, 'Lighthouse').waitFor();
      await page.getByText('No plans yet').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Add edition' }).first().click();
      await dialog.getByLabel('Name').fill('Standard');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();

      await page.getByRole('button', { name: 'Add plan' }).first().click();
      await dialog.getByLabel('Name').fill('Monthly');
      await expectAccessible(page);
      await dialog.getByRole('checkbox', { name: 'Publish the plan and the product' }).uncheck();
      await dialog.getByRole('button', { name: 'Add as draft' }).click();
      await page.getByRole('columnheader', { name: 'Monthly' }).waitFor();

      await page.getByRole('button', { name: 'Add capability' }).click();
      await dialog.getByLabel('Name').fill('Storm alerts');
      await expect.poll(() => dialog.getByLabel('Key').inputValue()).toBe('storm-alerts');
      await dialog.getByLabel('Key').fill('storm alerts');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('Use letters and digits').waitFor();
      await dialog.getByLabel('Key').fill('alerts');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('checkbox', { name: 'alerts of Monthly' }).check();
      await page.getByRole('button', { name: 'Add limit' }).click();
      await dialog.getByLabel('Name').fill('Beams');
      await dialog.getByRole('checkbox', { name: 'Visible to customers' }).uncheck();
      await dialog.getByLabel('Name').press('Enter');
      await page.getByRole('textbox', { name: 'beams of Monthly' }).fill('12');
      await page.getByText('2 values of 1 plan: not saved yet').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await confirm(page, 'No customer is affected', 'Save');
      await page.getByText('not saved yet').waitFor({ state: 'detached' });

      expect((await catalogueEntry('lighthouse')).status).toBe(404);
      await act(page, 'Monthly', 'Publish');
      await confirm(page, 'No customer is affected', 'Publish');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByText('It appears in the catalogue').waitFor();
      await expectAccessible(page);
      await confirm(page, 'No customer is affected', 'Publish');
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor({ state: 'detached' });
    });
    const { status, body } = await catalogueEntry('lighthouse');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Lighthouse',
      categories: [{ slug: 'data' }],
      editions: [{ slug: 'standard' }],
      labels: {
        capabilities: { alerts: { name: 'Storm alerts', isHidden: false } },
        limits: { beams: { name: 'Beams', isHidden: true } },
      },
      plans: [{ slug: 'monthly', capabilities: { alerts: true }, limits: { beams: 12 } }],
    });
  });

  it('opens from the list with the keyboard', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('members'));
      await heading(page, 'Members').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).fill('scripto');
      await page.getByRole('button', { name: 'Scriptorium' }).click();
      await heading(page, 'Scriptorium').waitFor();
      expect(page.url()).toBe(demo.address('products/scriptorium'));
    });
  });

  it('is read-only for roles without permission', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('products/aqueduct'));
      await heading(page, 'Aqueduct').waitFor();
      await page.getByRole('cell', { name: '25', exact: true }).waitFor();
      const main = page.getByRole('main');
      expect(await main.getByRole('checkbox').count()).toBe(0);
      expect(await main.getByRole('button', { name: /^Actions|^Edit|^Add|^Move|^Publish/ }).count()).toBe(0);
      await expectFits(page);
      await page.goto(demo.address('catalogue-as-code'));
      await page.getByText('slug: aqueduct').waitFor();
      expect(await main.getByRole('button', { name: /^Plan|^Apply|^Open/ }).count()).toBe(0);
    });
  });
});

describe('the plan matrix', () => {
  it('says that it scrolls where the window is narrower', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.goto(demo.address('products/aqueduct'));
      await page.getByText(/^Scroll sideways to see all \d+ plans\.$/).waitFor();
    });
  });

  it('lists the tenants that a change affects, and again after a concurrent edit', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products/aqueduct'));
      await page.getByRole('checkbox', { name: 'audit-trail of Standard, monthly' }).check();
      await page.getByRole('checkbox', { name: 'private-links of Standard, monthly' }).uncheck();
      await page.getByRole('textbox', { name: 'pipelines of Standard, monthly' }).fill('30');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      const dialog = page.getByRole('dialog');
      const contoso = dialog.getByRole('listitem').filter({ hasText: 'Contoso' });
      await contoso.getByText('gains Audit trail (audit-trail)').waitFor();
      await contoso.getByText('loses Private links (private-links)').waitFor();
      await dialog.getByRole('rowheader', { name: 'Audit trail audit-trail' }).waitFor();
      const limit = dialog.getByRole('listitem').filter({ hasText: 'of Standard, monthly: from 25 to 30' });
      await limit.getByText('Pipelines').waitFor();
      await dialog.getByText(/Also changes: the limits \(\d+\)/).waitFor();

      await demo.visit('Mara Voss', async (other) => {
        await other.goto(demo.address('products/aqueduct'));
        await act(other, 'Enterprise', 'Rename');
        await other.getByRole('dialog').getByLabel('Name').fill('Corporate');
        await other.getByRole('dialog').getByRole('button', { name: 'Preview changes' }).click();
        await confirm(other, 'Entitlements change for', 'Save');
        await other.getByText('Edition renamed to Corporate.').waitFor();
      });
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('alert').getByText('Somebody else changed this').waitFor();
      await expectAccessible(page);
      await contoso.getByText('gains Audit trail (audit-trail)').waitFor();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Plans saved.').waitFor();
      await page.getByText('Corporate').first().waitFor();
    });
    const { body } = await catalogueEntry('aqueduct');
    expect(body.plans.find(({ slug }) => slug === 'standard-monthly')).toMatchObject({
      capabilities: { 'audit-trail': true, 'private-links': false, scheduling: true },
      limits: { pipelines: 30 },
    });
  });
});

describe('the display of a limit', () => {
  it('is edited in 3 clicks, and shown with its key in the table of plans', async () => {
    await demo.visit('Cato Berg', async (page) => {
      let clicks = 0;
      const click = (target: Locator) => {
        clicks += 1;
        return target.click();
      };
      await page.goto(demo.address('products/scriptorium'));
      await click(page.getByRole('button', { name: 'Edit display of documents-per-month' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Documents');
      await dialog.getByLabel('Description').fill('Each calendar month.\nDrafts count, too.');
      await dialog.getByLabel('Unit').fill('a month');
      await expectAccessible(page);
      await dialog.getByRole('combobox', { name: 'A plan without this limit grants' }).press('Enter');
      await click(page.getByRole('option', { name: 'Unlimited' }));
      await click(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
      expect(clicks).toBe(3);
      const plans = page.getByRole('region', { name: 'Plans of Scriptorium' });
      const row = plans.getByRole('row').filter({ hasText: 'documents-per-month' });
      await row.getByText('Documents', { exact: true }).waitFor();
      const cell = row.getByRole('textbox', { name: 'documents-per-month of Scribe, licences managed' });
      await expect.poll(() => cell.inputValue()).toBe('1,000 a month');
      await expectFits(page);
      await row.getByText('Documents', { exact: true }).hover();
      await page.getByRole('tooltip').getByText('Each calendar month. Drafts count, too.').waitFor();
    });
    const { body } = await catalogueEntry('scriptorium');
    const label = { name: 'Documents', unit: 'a month', absentMeans: 'Unlimited' };
    expect(body.labels.limits['documents-per-month']).toMatchObject(label);
  });
});

describe('editions', () => {
  const order = async (page: Page) =>
    (await page.getByRole('region', { name: 'Editions' }).getByRole('listitem').allInnerTexts()).map(
      (line) => line.split(/\s/)[0],
    );

  it('are reordered with the keyboard and by dragging', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products/forum'));
      await page.getByRole('button', { name: 'Move Team down' }).focus();
      await page.keyboard.press('Enter');
      expect(await order(page)).toEqual(['Company', 'Team']);
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await confirm(page, 'Entitlements change for', 'Save');
      await page.getByText('Order of editions saved.').waitFor();
      expect((await catalogueEntry('forum')).body.editions.map(({ slug }) => slug)).toEqual([
        'company',
        'team',
      ]);

      await page.setViewportSize({ width: 1440, height: 1200 });
      await page.getByText('team ·').dragTo(page.getByText('company ·'));
      expect(await order(page)).toEqual(['Team', 'Company']);
      const asked = page.waitForEvent('dialog');
      const leaving = page.getByRole('link', { name: 'Members' }).click();
      await (await asked).dismiss();
      await leaving;
      expect(page.url()).toBe(demo.address('products/forum'));
      await page.getByRole('button', { name: 'Discard' }).click();
      expect(await order(page)).toEqual(['Company', 'Team']);
    });
  });
});

describe('categories', () => {
  it('can be typed while the list still loads', async () => {
    await demo.visit('Cato Berg', async (page) => {
      let show = () => {};
      const shown = new Promise<void>((resolve) => {
        show = resolve;
      });
      await page.route('**/categories', (route) => shown.then(() => route.continue()));
      await page.goto(demo.address('products'));
      await page.getByRole('button', { name: 'Categories' }).click();
      const dialog = page.getByRole('dialog');
      const field = dialog.getByLabel('Name of a new category');
      await field.fill('Security');
      show();
      await dialog.getByRole('button', { name: 'Remove Automation' }).waitFor();
      expect(await field.inputValue()).toBe('Security');
      await page.unroute('**/categories');
    });
  });

  it('are added, renamed and removed, unless they have products', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products'));
      await page.getByRole('button', { name: 'Categories' }).click();
      const dialog = page.getByRole('dialog');
      const field = dialog.getByLabel('Name of a new category');
      await field.fill('Security');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect.poll(() => field.inputValue()).toBe('');
      await dialog.getByLabel('Name of security').fill('Safety');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.getByRole('button', { name: 'Remove Safety' }).waitFor();
      await dialog.getByRole('button', { name: 'Remove Automation' }).click();
      await dialog.getByRole('alert').getByText('The category has products').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Remove Safety' }).click();
      await dialog.getByLabel('Name of security').waitFor({ state: 'detached' });
    });
  });
});

describe('plan mappings', () => {
  it('a plan leads to its first mapping, with ids that the marketplace lists, in 8 clicks; it is changed and removed', async () => {
    await demo.visit('Cato Berg', async (page) => {
      let clicks = 0;
      const click = (target: Locator) => {
        clicks += 1;
        return target.click();
      };
      await page.goto(demo.address('products/scriptorium'));
      await click(page.getByRole('button', { name: 'Actions for Archive, by contract', exact: true }));
      await click(page.getByRole('menuitem', { name: 'Marketplace mappings' }));
      await page.getByRole('heading', { name: 'Archive, by contract is not mapped yet' }).waitFor();
      await expectAccessible(page);
      await click(page.getByRole('button', { name: 'Add mapping' }).last());
      const dialog = page.getByRole('dialog');
      const field = (label: string) => dialog.getByRole('combobox', { name: label, exact: true });
      expect([await field('Plan').inputValue(), await field('Marketplace').inputValue()]).toEqual([
        'Archive, by contract',
        'Microsoft Marketplace',
      ]);
      for (const [label, option] of [
        ['Offer id', 'scriptorium'],
        ['Plan id', 'scribe-licences'],
      ] as const) {
        await click(dialog.getByLabel(label));
        await click(page.getByRole('option', { name: option }));
      }
      await dialog.getByText('Sold by the seat, but the plan is billed at a flat rate.').waitFor();
      await click(dialog.getByRole('button', { name: 'Add', exact: true }));
      expect(clicks).toBe(8);
      await dialog.getByText('must be mapped to one plan').waitFor();
      await expectAccessible(page);

      await dialog.getByLabel('Plan id').fill('archive-yearly');
      await dialog.getByText('Not among the plans of the offer').waitFor();
      await dialog.getByRole('button', { name: 'Add dimension' }).click();
      await dialog.getByLabel('Id', { exact: true }).fill('pages');
      await dialog.getByLabel('Name', { exact: true }).fill('Pages kept');
      await dialog.getByLabel('Unit', { exact: true }).fill('thousand pages');
      const select = async (label: string, option: string) => {
        await dialog.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option }).click();
      };
      await select('What your application sends', 'An event for each use');
      await select('Does the price include some usage?', 'Yes, a quantity per month');
      await dialog.getByLabel('Included quantity').fill('100');
      await select('Is usage limited?', 'Yes, a quantity per day');
      await dialog.getByLabel('Usage limit', { exact: true }).fill('500');
      await select('When it is reached', 'Deny reservations beyond it');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const row = page.getByRole('row').filter({ hasText: 'archive-yearly' });
      await row.getByText('Not listed').waitFor();
      await page.getByText('Compared with the offers that Microsoft Marketplace listed').waitFor();
      // The emulator sells what is mapped.
      await page.getByRole('button', { name: 'Check again' }).click();
      await row.getByText('Listed', { exact: true }).waitFor();
      const metered = 'thousand pages, from events, 100 included per month, at most 500 per day';
      await row.getByText(`pages (${metered})`).waitFor();

      await act(page, 'scriptorium / archive-yearly', 'Edit');
      await select('What your application sends', 'A total for each hour');
      await dialog.getByText('This takes effect at the next full hour').waitFor();
      await expectFits(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('pages (thousand pages)').waitFor();

      await act(page, 'scriptorium / archive-yearly', 'Edit');
      await select('What your application sends', 'An event for each use');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(/^Was switched at .* it can be switched again after/).waitFor();
      await dialog.getByRole('button', { name: 'Remove dimension 1' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('pages (thousand pages)').waitFor({ state: 'detached' });

      await act(page, 'scriptorium / archive-yearly', 'Remove');
      await dialog.getByText('can no longer be completed').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await row.waitFor({ state: 'detached' });
    });
  });
});

describe('plan mappings without a marketplace', () => {
  it('the page and the menu of a plan lead to connecting one', async () => {
    await demo.visit('Mara Voss', async (page) => {
      const connections = '**/marketplace-connections?**';
      const none = { items: [], next: null, total: { count: 0, isExact: true } };
      await page.route(connections, (route) => route.fulfill({ json: none }));
      await page.goto(demo.address('plan-mappings?product=scriptorium&plan=archive-direct'));
      await page.getByRole('heading', { name: 'Connect a marketplace first' }).waitFor();
      await expectAccessible(page);
      await page.goto(demo.address('products/scriptorium'));
      await act(page, 'Archive, by contract', 'Connect a marketplace');
      await heading(page, 'Marketplace connections').waitFor();
      await page.getByRole('button', { name: 'Connect publisher account' }).last().waitFor();
      await page.unroute(connections);
    });
  });
});

describe('the catalogue file', () => {
  it('is exported, planned with its impact, and applied; errors of a file are shown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-catalogue-'));
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('catalogue-as-code'));
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('arcadia-catalogue.yaml');
      const file = await readFile(await download.path(), 'utf8');

      await page.getByLabel('File', { exact: true }).fill('version: 1\nproducts: 7\n');
      await page.getByRole('button', { name: 'Plan changes' }).click();
      await page.getByRole('alert').getByText('products').waitFor();
      await expectAccessible(page);

      const path = join(folder, 'catalogue.yaml');
      await writeFile(path, file.replace('name: Team, per seat', 'name: Team, by the seat'));
      await page.getByLabel('Open file').setInputFiles(path);
      await page.getByText('catalogue.yaml, not applied').waitFor();
      const asked = page.waitForEvent('dialog');
      const leaving = page.getByRole('link', { name: 'Members' }).click();
      await (await asked).dismiss();
      await leaving;
      await page.getByText('Reset to the current catalogue').waitFor();
      await page.getByRole('button', { name: 'Plan changes' }).click();
      const plan = page.getByRole('region', { name: 'Planned changes' });
      await plan.getByText('1 change: 1 changed').waitFor();
      const forum = plan.getByRole('region', { name: 'Forum' });
      await forum.getByText('team-seats').waitFor();
      await forum.getByText('Team, by the seat', { exact: true }).waitFor();
      await plan.getByRole('listitem').filter({ hasText: 'Fabrikam' }).waitFor();
      await expectAccessible(page);
      await plan.getByRole('button', { name: 'Apply 1 change' }).click();
      const result = page.getByRole('status').filter({ hasText: '1 change made' });
      await expectFits(page);
      await result.getByRole('link', { name: 'Forum' }).click();
      await page.getByRole('columnheader', { name: 'Team, by the seat' }).waitFor();
    });
    await rm(folder, { recursive: true });
  });

  it('lists what a short file would archive, asks for a typed confirmation, and archived items can be published again', async () => {
    const workspaceId = await demo.addWorkspace('tabula', 'Tabula');
    for (const name of ['Stylus', 'Codex']) await demo.addProduct(name, { workspaceId });
    const apiKey = await demo.issueApiKey('Reader', { workspaceId });
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(`${demo.portalUrl}tabula/catalogue-as-code`);
      await page.getByLabel('File', { exact: true }).fill('version: 1\ncategories: []\nproducts: []\n');
      await page.getByRole('button', { name: 'Plan changes' }).click();
      const plan = page.getByRole('region', { name: 'Planned changes' });
      const notice = plan.getByRole('alert');
      const title = (await notice.getByText(/^This file would /).innerText()).replace('This file would ', '');
      expect(title).toBe('archive 2 products');
      await notice.getByText(/^Products archived: .*Stylus/).waitFor();
      const impact = /This file would[\s\S]*(No entitlement changes|Entitlements change|No customer)/;
      expect(await plan.innerText()).toMatch(impact);
      const apply = plan.getByRole('button', { name: /^Apply \d+ changes$/ });
      expect(await apply.isDisabled()).toBe(true);
      await expectAccessible(page);
      const field = plan.getByLabel(`Type “${title}” to confirm`);
      await field.fill(title.replace('2', '1'));
      expect(await apply.isDisabled()).toBe(true);
      await field.fill(title);
      await apply.click();
      await page.getByText(/changes made/).waitFor();
      await expect.poll(async () => (await catalogueEntry('stylus', apiKey)).status).toBe(404);

      await page.goto(`${demo.portalUrl}tabula/products/stylus`);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await confirm(page, 'No customer is affected', 'Publish');
      await page.getByText('Stylus is published.').waitFor();
      await expect.poll(async () => (await catalogueEntry('stylus', apiKey)).status).toBe(200);
    });
  });
});
