import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';

let demo: PortalDemo;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [demo, receiver] = await Promise.all([PortalDemo.shared(), WebhookReceiver.start()]);
});
afterAll(() => receiver?.close());

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const patient = { timeout: 30_000 };

/** Holds requests to the address until they are continued or aborted by the test. */
async function holding(page: Page, address: RegExp, method: string): Promise<() => Promise<Route>> {
  const held: Route[] = [];
  await page.route(address, (route) =>
    route.request().method() === method ? void held.push(route) : route.continue(),
  );
  return async () => {
    await expect.poll(() => held.length, patient).toBeGreaterThan(0);
    return held.shift() as Route;
  };
}

it('a failing webhook is delivered again after 3 clicks from the overview', async () => {
  await demo.visit('Ivo Lind', async (page) => {
    receiver.behave('/ledger', 500);
    const url = receiver.url('/ledger');
    const { endpointId } = await demo.call('POST', 'webhook-endpoints', {
      data: { url, description: 'Ledger' },
    });
    const { eventId } = await demo.call('POST', `webhook-endpoints/${endpointId}/test?type=seat.assigned`);
    // The demo's own events arrive there too.
    const arrived = () => receiver.at('/ledger').filter(({ headers }) => headers['webhook-id'] === eventId);
    await expect.poll(() => arrived().length, patient).toBeGreaterThan(0);
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText(/^\d webhook endpoints? failing$/).waitFor(patient);
    await attention.getByRole('link', { name: 'Ledger', exact: true }).click();
    // Somebody repairs the receiver.
    receiver.behave('/ledger', 200);
    await row(page, 'webhook.test').first().getByRole('link', { name: 'webhook.test' }).click();
    await page.getByText('"isTest": true').waitFor();
    await button(page, 'Replay').click();
    await page.getByText('Delivered', { exact: true }).waitFor(patient);
    await expectFits(page);
    expect(clicks()).toBe(3);
    expect(arrived().length).toBeGreaterThan(1);
    for (const { body } of arrived()) {
      expect(JSON.parse(body)).toMatchObject({ type: 'seat.assigned', isTest: true });
    }
    await page.goto(demo.address(`webhooks/endpoints/${endpointId}`));
    await page.getByText('Enabled', { exact: true }).waitFor(patient);
    await demo.call('DELETE', `webhook-endpoints/${endpointId}`);
  });
}, 120_000);

describe('the command palette', () => {
  const open = async (page: Page, text: string) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill(text);
  };

  it('opens the first result with Enter, also if the results are still on their way', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'northw');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor(patient);
      await open(page, 'northwind');
      await page
        .getByRole('button', { name: /of Northwind/ })
        .first()
        .click(patient);
      await expect.poll(() => page.url(), patient).toContain('/subscriptions/');
    });
  }, 60_000);

  it('keeps the first result marked when others arrive above it, until an arrow key moves the mark', async () => {
    await demo.visit('Cato Berg', async (page) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/customers\?/, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(demo.address('products'));
      await open(page, 'northwind');
      const results = page.getByRole('dialog', { name: 'Search' }).locator('[data-action]');
      const marked = page.getByRole('dialog', { name: 'Search' }).locator('[data-selected]');
      await results.filter({ hasText: /of Northwind/ }).waitFor(patient);
      expect(await marked.allTextContents()).toEqual([await results.first().textContent()]);
      release();
      await results.filter({ hasText: /^Northwind/ }).waitFor(patient);
      expect(await marked.allTextContents()).toEqual([await results.first().textContent()]);
      expect(await marked.textContent()).toMatch(/^Northwind/);
      await expectFits(page);
      await page.keyboard.press('ArrowDown');
      expect(await marked.allTextContents()).toEqual([await results.nth(1).textContent()]);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url(), patient).toContain('/subscriptions/');
    });
  }, 60_000);

  it('finds guides by their titles, and opens them in another tab', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('products'));
      await open(page, 'encryption key');
      await button(page, 'Back up and rotate the encryption key').waitFor(patient);
      const [guide] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
      await guide
        .getByRole('heading', { level: 1, name: 'Back up and rotate the encryption key' })
        .waitFor(patient);
      await guide.close();
    });
  }, 60_000);

  it('offers the actions of the role, and opens their dialogs', async () => {
    await demo.visit('Cato Berg', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'new product');
      await button(page, 'New product').waitFor();
      await expectFits(page);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New product' });
      await dialog.waitFor();
      await button(dialog, 'Cancel').click();
      await dialog.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
      expect(await dialog.count()).toBe(0);
    });
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('overview'));
      await open(page, 'new product');
      await page.getByText('No results').waitFor(patient);
      await open(page, 'dark theme');
      await button(page, 'Dark theme').waitFor();
    });
  }, 60_000);
});

describe('a list', () => {
  it('shows newer rows by itself, but not under the cursor', async () => {
    await demo.visitApart('Ivo Lind', async (page) => {
      await page.clock.install({ time: demo.now() });
      await page.goto(demo.address('api-clients'));
      const names = () => page.getByRole('row').getByRole('link').allTextContents();
      await row(page, 'Registered').waitFor();
      const register = (name: string) =>
        demo.call('POST', 'api-clients', { data: { name, scopes: [], products: null } });
      const before = await names();
      await page.getByRole('heading', { level: 1 }).hover();
      await register('Calm arrival');
      await page.clock.runFor(30_000);
      await row(page, 'Calm arrival').waitFor(patient);

      await page.getByRole('link', { name: before[0] ?? '', exact: true }).hover();
      await register('Late arrival');
      await page.clock.runFor(30_000);
      await button(page, 'Show 1 new').waitFor(patient);
      expect(await names()).toEqual(['Calm arrival', ...before]);
      await button(page, 'Show 1 new').click();
      await row(page, 'Late arrival').waitFor();
      expect(await names()).toEqual(['Late arrival', 'Calm arrival', ...before]);
    });
  });

  it('is sorted on a narrow screen, with the order in the address', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(demo.address('products'));
      const names = () => page.getByRole('row').getByRole('link').allTextContents();
      const order = page.getByLabel('Sort by').locator('option:checked');
      expect(await order.textContent()).toBe('Product, A–Z');
      await page.getByLabel('Sort by').selectOption('Product, Z–A');
      await expect.poll(() => new URL(page.url()).searchParams.get('sort'), patient).toBe('-name');
      const sorted = (await names()).toSorted((a, b) => a.localeCompare(b)).toReversed();
      await expect.poll(names, patient).toEqual(sorted);
      await expectFits(page);
      await page.reload();
      await expect.poll(names, patient).toEqual(sorted);
      await page.getByRole('row').getByRole('link').first().click();
      // The page replaces its header when the product has been read.
      await page.getByRole('heading', { name: 'Editions', exact: true }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('sort'), patient).toBe('-name');
      await page.getByRole('searchbox', { name: 'Find' }).fill('QUEDUC');
      await expect.poll(names, patient).toEqual(['Aqueduct']);
      expect(new URL(page.url()).searchParams.get('search')).toBe('QUEDUC');
    });
  }, 60_000);

  it('has its filters behind one button on a narrow screen, and removes those in force beside it', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(demo.address('subscriptions?status=Active&source=Marketplace'));
      const filters = (count: string) => button(page, `Filters${count}`);
      await filters(' (2)').waitFor();
      expect(await page.getByRole('combobox', { name: 'Status' }).isVisible()).toBe(false);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await button(page, 'Remove filter: Source: Marketplace').click();
      await filters(' (1)').waitFor();
      expect(new URL(page.url()).search).toBe('?status=Active');
      await filters(' (1)').click();
      await page.getByRole('combobox', { name: 'Product' }).click();
      await page.getByRole('option', { name: 'Forum', exact: true }).click();
      await filters(' (2)').waitFor();
      expect(new URL(page.url()).searchParams.get('product')).toBe('forum');
      await page.goto(demo.address('inbox?state=Done'));
      await button(page, 'Remove filter: State of notices: Done').click();
      await filters('').waitFor();
      await page.goto(demo.address('customers'));
      await page.getByRole('searchbox', { name: 'Find' }).waitFor();
    });
  }, 60_000);

  it('shows a filter that is in force from the start, and a long choice in full', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        const openFilters = async () => {
          if (width === 390) await page.getByRole('button', { name: /^Filters/ }).click();
        };
        await page.goto(demo.address('usage/by-subscription'));
        await openFilters();
        const period = page.getByRole('combobox', { name: 'Period' });
        await period.waitFor();
        expect(await period.inputValue()).toBe('7 days');
        await page.goto(demo.address('webhooks/deliveries?type=subscription.quantity_changed'));
        await openFilters();
        const type = page.getByRole('combobox', { name: 'Event type' });
        await expect.poll(() => type.inputValue(), patient).toBe('subscription.quantity_changed');
        const cut = () => type.evaluate((input) => input.scrollWidth - input.clientWidth);
        await expect.poll(cut, patient).toBe(0);
      }
    });
  }, 60_000);

  it('of members and of seats is searched and sorted in its section', async () => {
    await demo.visit('Siri Holm', async (page) => {
      const product = await demo.addProduct('Bench', { seats: true });
      const emails = ['f', 'b', 'e', 'a', 'd', 'c'].map((name) => `${name}@seat-finders.example`);
      const { tenantId, subscriptionId } = await demo.addContract('Seat finders', product, {
        emails,
        seats: 6,
      });
      await demo.call('POST', `subscriptions/${subscriptionId}/seats`, { data: { people: emails } });
      const shown = async (of: Locator) =>
        (await of.getByText(/@seat-finders/).allTextContents()).map((email) => email[0]).join('');

      await page.goto(demo.address(`customers/${tenantId}`));
      const members = page.getByRole('region', { name: 'Members', exact: true });
      await members.getByText('Total: 6').waitFor();
      await expect.poll(() => shown(members), patient).toBe('cdaebf');
      await button(members, 'User').click();
      await expect.poll(() => shown(members), patient).toBe('abcdef');
      await members.getByRole('searchbox', { name: 'Find' }).fill('E@SEAT');
      await expect.poll(() => shown(members), patient).toBe('e');
      await members.getByRole('searchbox', { name: 'Find' }).fill('%');
      await members.getByText('No results. Change or clear the search.').waitFor();
      await expectFits(page);

      await page.goto(demo.address(`subscriptions/${subscriptionId}`));
      const seats = page.getByRole('region', { name: 'Seats', exact: true });
      await seats.getByLabel('Sort by').selectOption('E-mail address, Z–A');
      await expect.poll(() => shown(seats), patient).toBe('fedcba');
      await seats.getByRole('searchbox', { name: 'Find' }).fill('b@');
      await expect.poll(() => shown(seats), patient).toBe('b');
      await seats.getByText('6 of 6 assigned').waitFor();
      await expectFits(page);
    });
  }, 90_000);

  it('suspends the selected subscriptions after one confirmation, and leaves those that cannot be', async () => {
    const product = await demo.addProduct('Flotilla');
    for (const name of ['First buyer', 'Second buyer']) await demo.addContract(name, product);
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions?product=flotilla&status=Active'));
      const all = page.getByRole('checkbox', { name: 'Select all on this page' });
      await all.waitFor();
      const rows = page.getByRole('row').filter({ hasText: 'Active' });
      const count = await rows.count();
      expect(count).toBeGreaterThan(1);
      await rows.first().getByRole('checkbox').check();
      expect(await all.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(
        true,
      );
      await all.click();
      expect(await all.isChecked()).toBe(true);
      await page.getByText(`${count} selected`).waitFor();
      await button(page, 'Suspend').click();
      const dialog = page.getByRole('dialog', { name: `Suspend ${count} subscriptions?` });
      await dialog.getByText('These customers keep read-only access').waitFor();
      await expectAccessible(page);
      await button(dialog, 'Suspend').click();
      await page.getByText(`${count} subscriptions suspended.`).waitFor(patient);
      await page.getByText(`${count} selected`).waitFor({ state: 'detached' });

      await page.goto(demo.address('subscriptions?product=flotilla&status=Suspended'));
      await all.click();
      await button(page, 'Reinstate').click();
      await button(page.getByRole('dialog'), 'Reinstate').click();
      await page.getByText(/subscriptions? reinstated\./).waitFor(patient);
    });
  });

  it('shows the failures of a bulk action after every row has left the list', async () => {
    const product = await demo.addProduct('Armada');
    for (const name of ['Third buyer', 'Fourth buyer']) await demo.addContract(name, product);
    await demo.visit('Siri Holm', async (page) => {
      await page.goto(demo.address('subscriptions?product=armada&status=Active'));
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await button(page, 'Suspend').click();
      // The subscriptions are suspended, and the answers are lost.
      const moves = /\/moves$/;
      await page.route(moves, async (route) => {
        await route.fetch();
        await route.fulfill({ status: 503 });
      });
      await button(page.getByRole('dialog'), 'Suspend').click();
      await page.getByText('No results').waitFor({ ...patient, state: 'attached' });
      const failed = page.getByRole('dialog', { name: /subscriptions not suspended/ });
      await failed.getByRole('list', { name: 'Failures' }).waitFor();
      await page.unroute(moves);
      await button(failed, 'Close').last().click();

      await page.goto(demo.address('subscriptions?product=armada&status=Suspended'));
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await button(page, 'Reinstate').click();
      await button(page.getByRole('dialog'), 'Reinstate').click();
      await page.getByText(/subscriptions? reinstated\./).waitFor(patient);
    });
  }, 60_000);

  it('marks selected notices as done with progress, names the one that is refused, and reopens the others', async () => {
    await demo.visit('Siri Holm', async (page) => {
      const workspaceId = await demo.workspaceId();
      const kind = 'WebhookEndpointDisabled';
      const hosts = ['one.example', 'two.example', 'three.example'];
      await demo.raiseNotices(workspaceId, hosts);
      const hostsIn = async (state: string) => {
        const { items } = await demo.call('GET', `notices?state=${state}&kind=${kind}`);
        return items.map(({ text }: { text: string }) => hosts.find((host) => text.includes(host))).sort();
      };
      await page.goto(demo.address(`inbox?kind=${kind}`));
      for (const host of hosts) await page.getByRole('checkbox', { name: host }).check();
      await page.getByText('3 selected').waitFor();
      // The row is gone, though it is still shown.
      await demo.deleteNotice(workspaceId, 'two.example');
      const next = await holding(page, /\/notices\/[^/]+\/done$/, 'POST');
      await button(page.getByRole('region', { name: 'Selection' }), 'Mark as done').click();
      const dialog = page.getByRole('dialog');
      await button(dialog, 'Mark as done').click();
      for (const finished of [0, 1, 2]) {
        await dialog
          .getByRole('progressbar', { name: `${finished} of 3 marked as done` })
          .waitFor({ state: 'attached' });
        await (await next()).continue();
      }
      await page.getByRole('dialog', { name: '1 notice not marked as done' }).waitFor(patient);
      const failures = dialog.getByRole('list', { name: 'Failures' });
      expect(await failures.getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining('two.example'),
      ]);
      await page.getByText('2 notices marked as done.').waitFor();
      expect(await hostsIn('Done')).toEqual(['one.example', 'three.example']);
      await expectAccessible(page);
      await button(dialog, 'Close').last().click();
      await page.getByText('Nothing needs attention').waitFor(patient);
      expect(await page.getByRole('region', { name: 'Selection' }).count()).toBe(0);

      await page.goto(demo.address(`inbox?state=Done&kind=${kind}`));
      await page.getByRole('checkbox', { name: 'one.example' }).check();
      await button(page, 'Select all 2 on this page').click();
      await button(page.getByRole('region', { name: 'Selection' }), 'Reopen').click();
      await button(dialog, 'Reopen').click();
      await page.getByText('2 notices reopened.').waitFor(patient);
      await dialog.waitFor({ state: 'detached' });
      expect(await hostsIn('Open')).toEqual(['one.example', 'three.example']);
    });
  }, 120_000);

  it('releases the selected seats, and tries the one again that failed', async () => {
    await demo.visit('Siri Holm', async (page) => {
      const product = await demo.addProduct('Pew', { seats: true });
      const emails = ['dora', 'emil', 'fred'].map((name) => `${name}@seat-leavers.example`);
      const others = ['gert@seat-leavers.example'];
      const everybody = [...emails, ...others];
      const contract = { emails: everybody, seats: 5 };
      const { subscriptionId } = await demo.addContract('Seat leavers', product, contract);
      const seats = `subscriptions/${subscriptionId}/seats`;
      await demo.call('POST', seats, { data: { people: everybody } });
      const assigned = async () => {
        const page1 = await demo.call('GET', seats);
        return page1.items.map(({ email }: { email: string }) => email);
      };
      await page.goto(demo.address(`subscriptions/${subscriptionId}`));
      const section = page.getByRole('region', { name: 'Seats', exact: true });
      for (const email of emails) await section.getByRole('checkbox', { name: `Select ${email}` }).check();
      await page.getByText('3 selected').waitFor();
      const next = await holding(page, /\/seats\/[^/]+$/, 'DELETE');
      await button(page.getByRole('region', { name: 'Selection' }), 'Release').click();
      const dialog = page.getByRole('dialog', { name: 'Release 3 seats?' });
      await dialog.getByText('These people lose access').waitFor();
      await button(dialog, 'Release').click();
      await (await next()).continue();
      await dialog.getByRole('progressbar', { name: '1 of 3 released' }).waitFor({ state: 'attached' });
      // A node that is shutting down.
      await (await next()).fulfill({ status: 503 });
      await (await next()).continue();
      const failed = page.getByRole('dialog', { name: '1 seat not released' });
      await failed.waitFor(patient);
      const [kept = ''] = (await assigned()).filter((email: string) => emails.includes(email));
      expect(await failed.getByRole('list', { name: 'Failures' }).allTextContents()).toEqual([
        expect.stringContaining(kept),
      ]);
      await expectFits(page);
      expect(await assigned()).toHaveLength(2);
      // The failed row stays selected.
      await page.getByText('1 selected').waitFor();
      await button(failed, 'Try again').click();
      await (await next()).continue();
      await page.getByText('1 seat released.').waitFor(patient);
      await section.getByText('1 of 5 assigned').waitFor(patient);
      expect(await assigned()).toEqual(others);
      expect(await page.getByText(/ selected$/).count()).toBe(0);
    });
  }, 120_000);
});
