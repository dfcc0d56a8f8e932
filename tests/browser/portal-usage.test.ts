import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const contoso = 'b0000000-0000-4000-8000-000000000001';
const fabrikamsForum = '019b76da-a800-7ef8-bf87-b59434ebf763';
const connection = '019b76da-a800-7c61-9ff4-d320989298ad';

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'));
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, words: string, action: string) => {
  await row(page, 'Contoso', words)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};
const hoursAgo = (count: number) => new Date(demo.now().getTime() - count * 3_600_000);
const api = (path: string) => new URL(path, demo.portalUrl).href;

/** Reports a past hour as Contoso's application. The report is on hold for 15 minutes. */
async function report(usageStartAt: Date, quantity: number): Promise<void> {
  const record = { tenantId: contoso, product: 'aqueduct', dimension: 'rows-moved', quantity, usageStartAt };
  const answer = await fetch(api('/api/v1/metered-usage'), {
    method: 'POST',
    headers: { 'x-api-key': demo.facts.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [record] }),
  });
  expect(await answer.text()).toMatch(/"outcome":"(Recorded|Replaced)"/);
}

describe('usage', () => {
  it('is corrected while on hold, also after a concurrent report, and audited', async () => {
    const hour = hoursAgo(2);
    await report(hour, 7.125);
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('usage?state=held'));
      await choose(page, '7.125', 'Correct quantity');
      const quantity = page.getByRole('textbox', { name: 'Quantity' });
      const dialog = page.getByRole('dialog');
      await quantity.fill('-5');
      await quantity.blur();
      await dialog.getByText('Must be 0 or more.').waitFor();
      expect(await quantity.inputValue()).toBe('-5');
      expect(await dialog.getByRole('button', { name: 'Correct' }).isDisabled()).toBe(true);
      await expectAccessible(page);
      await quantity.fill('0');
      await dialog.getByText('This skips the hour').waitFor();
      await dialog.getByRole('button', { name: 'Skip hour' }).waitFor();
      await expectFits(page);
      await quantity.fill('9.5');
      await report(hour, 8);
      await press(page, 'Correct');
      await page.getByRole('alert').getByText('It is 8 now').waitFor();
      expect(await quantity.inputValue()).toBe('9.5');
      await expectAccessible(page);
      await press(page, 'Correct');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row(page, 'Contoso', '9.5').getByText('On hold').waitFor();
      await page.goto(demo.address('audit-log'));
      await row(page, 'Usage corrected', 'Siri Holm').first().getByText('9.5').waitFor();
    });
  });

  it('is released, sent and accepted; found by its hour, and exported as a file', async () => {
    await report(hoursAgo(3), 6.25);
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('usage'));
      await choose(page, '6.25', 'Send now');
      await page.getByText('A sent report cannot be corrected').waitFor();
      await press(page, 'Send now');
      await row(page, 'Contoso', '6.25').getByText('Accepted').waitFor();

      await page.getByRole('link', { name: / UTC: .*1 rejected/ }).click();
      await row(page, 'Compute hours').waitFor();
      await row(page, 'Contoso').first().waitFor({ state: 'detached' });
      const file = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
      const lines = await (await page.request.get(api(file ?? ''))).text();
      expect(lines).toContain('compute-hours,3.25,Rejected');
      expect(lines).not.toContain('Contoso');
      await page.getByRole('button', { name: /^Remove filter/ }).click();
      await row(page, 'Contoso').first().waitFor();
    });
  });

  it('of events is shown by period and hour, down to the raw events', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address(`customers/${contoso}`));
      await section(page, 'Usage')
        .getByText(/ of 100 used this month$/)
        .waitFor();
      await section(page, 'Subscriptions')
        .getByRole('row')
        .filter({ hasText: 'Aqueduct' })
        .getByRole('link')
        .first()
        .click();
      await section(page, 'Usage').getByRole('link', { name: 'Hours and events of API calls' }).click();
      await page.getByRole('heading', { level: 1, name: 'API calls by hour' }).waitFor();
      await row(page, 'Closed', 'Within what is included').first().waitFor();
      const hours = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
      const exported = await (await page.request.get(api(hours ?? ''))).text();
      const [, total = ''] = exported.match(/,api-calls,Sum,([\d.]+),5,1,/) ?? [];
      const carried = page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: total, exact: true }) });
      await carried.getByRole('link').first().click();
      await row(page, '-late').getByText('Carried').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Event id').fill('none of them');
      await page.getByText('No results').waitFor();
      expect(page.url()).toContain('idPrefix=none');
      await press(page, 'Show everything');
      const events = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
      expect(await (await page.request.get(api(events ?? ''))).text()).toContain(',worker-4,');
      await page.goto(demo.address('usage'));
      await row(page, 'Blue Yonder', 'API calls')
        .getByRole('link', { name: /^From events of API calls/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /^Events of / }).waitFor();
    });
  });

  it('is billed by events: 9 clicks from the overview to the dimension, then 2 calls', async () => {
    const product = await demo.addProduct('Turnstile');
    const { tenantId, subscriptionId } = await demo.addContract('Gatekeepers', product);
    const client = {
      name: 'Turnstile backend',
      scopes: ['usage:write', 'entitlements:read'],
      products: null,
    };
    const { apiClientId } = await demo.call('POST', 'api-clients', { data: client });
    const { apiKey } = await demo.call('POST', `api-clients/${apiClientId}/api-keys`, { data: {} });
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('overview'));
      const clicks = await countClicks(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }).click();
      await page.getByRole('link', { name: 'Turnstile', exact: true }).click();
      await press(page, 'Actions for Monthly');
      await page.getByRole('menuitem', { name: 'Marketplace mappings' }).click();
      await page.getByRole('button', { name: 'Add mapping' }).last().click();
      const dialog = page.getByRole('dialog');
      const field = (label: string) => dialog.getByLabel(label, { exact: true });
      await expect.poll(() => field('Offer id').inputValue()).toBe('turnstile');
      await dialog.getByRole('button', { name: 'Add dimension' }).click();
      await page.keyboard.type('Passages');
      await field('Unit').fill('passage');
      await dialog.getByRole('combobox', { name: 'What your application sends' }).click();
      await page.getByRole('option', { name: 'An event for each use' }).click();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('turnstile / monthly mapped to Monthly.').waitFor();
      expect(clicks()).toBe(9);

      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const event = { id: '1', tenantId, product, dimension: 'passages', quantity: 3 };
      const events = [{ ...event, occurredAt: demo.now() }];
      const sent = await fetch(api('/api/v1/usage-events'), {
        method: 'POST',
        headers,
        body: JSON.stringify({ events }),
      });
      expect(await sent.json()).toMatchObject({ accepted: 1, refused: 0 });
      const usage = await fetch(api(`/api/v1/entitlements/${tenantId}/usage?product=${product}`), {
        headers,
      });
      expect(await usage.text()).toContain('passages');
      await page.goto(demo.address(`subscriptions/${subscriptionId}`));
      await section(page, 'Usage').getByText('Passages').first().waitFor();
    });
  });

  it('is reported by hand on the page of the subscription, whose dimensions lead to their reports', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions?product=aqueduct'));
      await row(page, 'Contoso').getByRole('link', { name: 'Contoso' }).click();
      const usage = section(page, 'Usage');
      await usage.getByRole('button', { name: 'Report usage' }).click();
      const dialog = page.getByRole('dialog', { name: 'Report usage' });
      await dialog.getByText('Subscription of Contoso').waitFor();
      await dialog.getByRole('combobox', { name: 'Dimension' }).click();
      await page.getByRole('option', { name: /Rows moved/ }).click();
      await dialog.getByRole('combobox', { name: 'Hour, UTC' }).click();
      // An hour that no other test reports.
      await page.getByRole('option').nth(9).click();
      await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('1234.5');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Report', exact: true }).click();
      await page.getByText('1,234.5 of Rows moved recorded.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await usage
        .getByRole('link', { name: /^Reports of/ })
        .first()
        .click();
      await row(page, 'Contoso', '1,234.5').getByText('On hold').waitFor();
      const { searchParams } = new URL(page.url());
      expect(searchParams.get('dimension')).toBe('rows-moved');
      expect(searchParams.get('subscriptionId')).not.toBeNull();
    });
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('subscriptions?product=aqueduct'));
      await row(page, 'Contoso').getByRole('link', { name: 'Contoso' }).click();
      await section(page, 'Usage').waitFor();
      expect(await page.getByRole('button', { name: 'Report usage' }).count()).toBe(0);
    });
  });

  it('is drawn by day with what is included, also as a table and a file', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address(`customers/${contoso}`));
      const usage = section(page, 'Usage by day');
      const chart = usage.getByRole('img', {
        name: /^API calls \(thousand calls\): .* in \d+ days; .*100 included a month/,
      });
      await chart.waitFor();
      await usage.getByText('AI requests (request)', { exact: true }).waitFor();
      expect(await usage.getByRole('img', { name: /^AI requests/ }).count()).toBe(0);
      await usage.getByRole('combobox', { name: 'Dimension' }).click();
      await page.getByRole('option', { name: /API calls/ }).click();
      await usage.getByRole('button', { name: 'Show as table' }).click();
      const days = usage.getByRole('table').getByRole('row');
      await expect.poll(() => days.count()).toBe(1 + 30);
      await usage.getByText('90 days', { exact: true }).click();
      await expect.poll(() => days.count()).toBe(1 + 90);
      await chart.getByText('Included 100').waitFor();
      await expectAccessible(page);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('days'), searchParams.get('dimension')]).toEqual(['90', 'aqueduct/api-calls']);
      const file = await usage.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
      const lines = (await (await page.request.get(api(file ?? ''))).text()).trim().split('\r\n');
      expect(lines).toHaveLength(1 + 90);
      expect(lines.at(-1)).toMatch(/,aqueduct,api-calls,API calls,thousand calls,/);
    });
  });

  it('of skipped hours is hidden until it is asked for', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('usage?dimension=api-calls'));
      await row(page, 'From events').first().waitFor();
      expect(await row(page, 'Skipped').count()).toBe(0);
      await page.getByText(/Each cell shows the quantity of API calls \(thousand calls\)/).waitFor();
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Any state' }).click();
      await row(page, 'Skipped').first().waitFor();
      expect(page.url()).toContain('state=any');
    });
  });

  it('is read-only for roles without permission', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('usage'));
      await row(page, 'Blue Yonder').first().waitFor();
      expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    });
  });
});

describe('the overview', () => {
  it('links to the pages where problems are fixed', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('overview'));
      await section(page, 'Figures')
        .getByRole('link', { name: / held$/ })
        .click();
      await row(page, 'Blue Yonder').first().getByText('On hold').waitFor();
      expect(page.url()).toBe(demo.address('usage?state=held'));
      // A narrow heat map has two lines of twelve hours.
      await page.setViewportSize({ width: 390, height: 844 });
      const hours = page
        .getByRole('table', { name: 'Reported quantities by hour' })
        .getByRole('columnheader');
      for (const hour of ['00', '12']) await hours.getByText(hour, { exact: true }).waitFor();
    });
  });

  it('has a chart with even ticks', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('overview'));
      const chart = page.getByRole('img', { name: /^Subscriptions over/ });
      const ticks = chart.locator('text').filter({ hasText: /^\d+$/ });
      await ticks.first().waitFor();
      const boxes = await Promise.all((await ticks.all()).map((tick) => tick.boundingBox()));
      const tops = boxes.map((box) => box?.y ?? Number.NaN);
      const steps = tops.slice(1).map((top, index) => Math.abs(top - (tops[index] ?? Number.NaN)));
      expect(steps.length).toBeGreaterThan(2);
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(2);
    });
  });
});

describe('the marketplace connection', () => {
  it('is checked, repaired where the check says, and reconciled', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('settings/marketplace'));
      await page.getByRole('link', { name: 'Microsoft Marketplace' }).click();
      await press(page, 'Run check');
      const doctor = section(page, 'Doctor');
      await doctor.getByText('has no dimension compute-hours: usage of it will be rejected').waitFor();
      await page.reload();
      const wrongId = doctor.getByText('Correct the id in the mapping of aqueduct/enterprise-yearly');
      const mapping = wrongId.getByRole('link', { name: 'Open mapping' });
      expect(await mapping.getAttribute('href')).toMatch(/plan-mappings\?mapping=[\da-f-]{36}$/);
      await page.getByText('Failing', { exact: true }).first().waitFor();
      await doctor.getByText('The identity provider issues a token to the application').waitFor();
      await expectAccessible(page);

      const noExpiry = doctor.getByText('The expiry of the credential is not set');
      await noExpiry.waitFor();
      await doctor.getByRole('button', { name: 'Edit connection' }).first().click();
      const inTwoYears = new Date(demo.now().getTime() + 730 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('Expires on').fill(inTwoYears);
      await expectFits(page);
      await press(page, 'Save');
      await page.getByText('Secret, expires').waitFor();
      await press(page, 'Check again');
      await doctor.getByText(`days, until ${inTwoYears}`).waitFor();
      expect(await noExpiry.count()).toBe(0);

      const reconciliation = section(page, 'Reconciliation');
      await press(page, 'Reconcile now');
      await reconciliation.getByText('Done').waitFor();
      await reconciliation.getByText(/\d+ compared, nothing to repair/).waitFor();
    });
  });

  it('shows errors for the settings of a new connection', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('settings/marketplace'));
      await press(page, 'Connect publisher account');
      await page.getByLabel('Source name').fill('Bazaar');
      await page.getByLabel('Tenant id').fill('nobody');
      await press(page, 'Connect');
      await page.getByText('Must be a UUID').first().waitFor();
      await expectAccessible(page);
    });
  });

  it('shows received notifications unchanged', async () => {
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('settings/calls'));
      const data = { type: 'changeQuantity', quantity: 6 };
      await demo.call('POST', `subscriptions/${fabrikamsForum}/marketplace-requests`, { data });
      await page.reload();
      const notification = row(page, 'ChangeQuantity');
      await notification.getByText('This workspace').waitFor();
      await notification.getByRole('link', { name: 'ChangeQuantity' }).click();
      await page.getByRole('heading', { level: 1, name: 'ChangeQuantity' }).waitFor();
      await page.getByRole('main').getByText('"quantity": 6').waitFor();
      await expectAccessible(page);
    });
  });

  it('is read-only for roles without permission', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address(`settings/marketplace/${connection}`));
      await section(page, 'For your offers').waitFor();
      expect(await page.getByRole('button', { name: /Check|Change|Remove|Reconcile/ }).count()).toBe(0);
    });
  });
});

describe('settings', () => {
  it('keep both changes of two concurrent users', async () => {
    const hold = (page: Page) => page.getByRole('textbox', { name: 'Hold before sending' });
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('settings'));
      await hold(page).fill('30');
      await demo.visit('Mara Voss', async (other) => {
        await other.goto(demo.address('settings'));
        await hold(other).fill('45');
        await other.getByRole('switch', { name: 'Accept fewer seats' }).check();
        await press(other, 'Save');
        await other.getByText('Settings saved').waitFor();
      });
      await press(page, 'Save');
      await page.getByRole('alert').getByText('Reports are on hold for 45 minutes').waitFor();
      expect(await hold(page).inputValue()).toBe('30 minutes');
      // Fields that they did not edit show the saved values.
      expect(await page.getByRole('switch', { name: 'Accept fewer seats' }).isChecked()).toBe(true);
      await expectAccessible(page);
      await press(page, 'Save');
      await page.getByText('Settings saved').waitFor();
      await page.reload();
      await hold(page).waitFor();
      expect(await hold(page).inputValue()).toBe('30 minutes');
      expect(await page.getByRole('switch', { name: 'Accept fewer seats' }).isChecked()).toBe(true);
    });
  });

  it('name the invalid address', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('settings'));
      await page.getByRole('combobox', { name: 'Support addresses' }).fill('nobody');
      await page.keyboard.press('Enter');
      await press(page, 'Save');
      await page.getByText('Must be an e-mail address').waitFor();
    });
  });
});
