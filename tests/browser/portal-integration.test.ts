import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../support/peers/webhook-receiver.ts';

let demo: PortalDemo;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [demo, receiver] = await Promise.all([PortalDemo.shared(), WebhookReceiver.start()]);
});
afterAll(() => receiver?.close());

const run = promisify(execFile);

/** An application of the demo's identity provider that belongs to no API client yet. */
const application = {
  id: 'c0000000-0000-4000-8000-000000000003',
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  secret: 'demo-publisher-secret',
};

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
const textIn = async (place: Locator) => (await place.textContent()) ?? '';
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The API's response to the key. */
const statusWith = async (apiKey: string) => {
  const address = new URL('/api/v1/catalogue/products', demo.portalUrl);
  return (await fetch(address, { headers: { 'x-api-key': apiKey } })).status;
};

/** The secret in a dialog. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ hasText: 'It is shown only once' });
  const secret = await textIn(dialog.locator('pre').first());
  await press(dialog, 'I have stored it');
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

async function register(page: Page, name: string): Promise<void> {
  await page.goto(demo.address('api-clients'));
  await press(page, 'Register client');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('checkbox', { name: 'catalogue:read' }).check();
  await press(dialog, 'Register');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

describe('API clients', () => {
  it('are registered within the quota, opened with the keyboard, and call with a key until it is revoked', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.goto(demo.address('api-clients'));
      await press(page, 'Register client');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Warehouse sync');
      await dialog.getByRole('checkbox', { name: 'catalogue:read' }).check();
      await dialog.getByRole('radio', { name: 'Selected' }).check();
      await dialog.getByRole('combobox', { name: 'Only these products' }).click();
      await page.getByRole('option', { name: /\(forum\)/ }).click();
      await dialog.getByLabel('Requests a minute').fill('5000');
      await press(dialog, 'Register');
      await dialog.getByText('Must be from 60 to 3000.').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Requests a minute').fill('900');
      await press(dialog, 'Register');
      await page.getByRole('heading', { level: 1, name: 'Warehouse sync' }).waitFor();
      await page.getByText('900, of 3,000').waitFor();

      await press(page, 'Issue key');
      expect(await page.getByRole('dialog').getByLabel('Expires').inputValue()).toBe('365');
      await press(page.getByRole('dialog'), 'Issue');
      await page.getByText('It is shown only once').waitFor();
      await expectAccessible(page);
      const apiKey = await takeSecret(page);
      expect(await statusWith(apiKey)).toBe(200);
      const keyId = apiKey.split('_')[1] ?? '';

      await page.goto(demo.address('members'));
      await page.getByRole('heading', { name: 'Members' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).fill('warehouse');
      await page.getByRole('button', { name: /Warehouse sync/ }).click();
      // The history of the client has rows with the key, too.
      const keyRow = row(page, keyId).first();
      await keyRow.getByText('Active').waitFor();

      await press(page, `Actions for the key ${keyId}`);
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
      await press(page.getByRole('dialog'), 'Rotate');
      const nextKey = await takeSecret(page);
      expect([await statusWith(apiKey), await statusWith(nextKey)]).toEqual([200, 200]);
      await keyRow.getByText(/^(tomorrow|in 2[34] hours)$/).waitFor();

      await press(page, `Actions for the key ${keyId}`);
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByText('refused within a second, permanently').waitFor();
      await expectAccessible(page);
      await press(page.getByRole('dialog'), 'Revoke');
      await keyRow.getByText('Revoked').waitFor();
      await expect.poll(() => statusWith(apiKey)).toBe(401);
      expect(await statusWith(nextKey)).toBe(200);

      await press(page, 'Disable');
      await press(page.getByRole('dialog'), 'Disable');
      await page.getByText('This client is disabled').waitFor();
      await expect.poll(() => statusWith(nextKey)).toBe(401);
      await press(page, 'Enable');
      await expect.poll(() => statusWith(nextKey)).toBe(200);

      await page.getByRole('link', { name: 'Request log' }).click();
      await page.getByRole('heading', { level: 1, name: 'Request log' }).waitFor();
      await row(page, 'GET /api/v1/').first().getByText('200').waitFor();
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: '5xx: failed' }).click();
      await page.getByText('No results').waitFor();
      expect(page.url()).toContain('statusClass=5xx');
    });
  });

  it('verify an application with the call shown, which turns Active, and is removed', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await register(page, 'Billing service');
      await press(page, 'Add application');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Application id').fill('nothing');
      await dialog.getByLabel('Tenant id').fill(application.tenantId);
      await press(dialog, 'Add');
      await dialog.getByText(/^Must /).waitFor();
      await dialog.getByLabel('Application id').fill(application.id);
      await press(dialog, 'Add');
      await dialog.getByText('Waiting for verification').waitFor();
      await expectAccessible(page);

      const shown = async (name: string) => {
        await dialog.getByRole('tab', { name }).click();
        return textIn(dialog.getByRole('tabpanel').locator('pre'));
      };
      expect(await shown('PowerShell')).toContain('Invoke-RestMethod');
      const script = ts.transpile(await shown('TypeScript'), {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
      });
      const node = ['--input-type=module', '--eval', script.replace('…', application.secret)];
      expect((await run(process.execPath, node)).stdout).toMatch(/^200 .*"status":"Active"/);
      await dialog.getByText('Active: verified').waitFor();
      // Repeating the correct request succeeds again.
      const curl = (await shown('curl')).replace('…', application.secret);
      expect((await run('sh', ['-c', curl])).stdout).toContain('"status":"Active"');
      await press(dialog, 'Done');

      const applications = page.getByRole('region', { name: 'Identity-provider applications' });
      await applications.getByText('Active').waitFor();
      await press(applications, `Remove the application ${application.id}`);
      await page.getByText('can no longer call as Billing service').waitFor();
      await press(page.getByRole('dialog'), 'Remove');
      await applications.getByText('No applications').waitFor();
    });
  });

  it('show an edit conflict', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await register(page, 'Reporting');
      await press(page, 'Edit');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Reports');
      await demo.visit('Mara Voss', async (other) => {
        await other.goto(page.url());
        await press(other, 'Edit');
        await other.getByRole('dialog').getByRole('checkbox', { name: 'usage:write' }).check();
        await press(other.getByRole('dialog'), 'Save');
        await other.getByRole('main').getByText('usage:write').first().waitFor();
      });
      await press(dialog, 'Save');
      await dialog.getByRole('alert').getByText('usage:write').waitFor();
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Reports');
      await expectAccessible(page);
      await press(dialog, 'Use their version');
      await dialog.getByLabel('Name').fill('Reports');
      await press(dialog, 'Save');
      await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
      await page.getByRole('main').getByText('usage:write').first().waitFor();
    });
  });
});

describe('webhooks', () => {
  const arrived = () => receiver.at('/hooks');
  const arrival = async (count: number): Promise<ReceivedWebhook> => {
    await expect.poll(() => arrived().length).toBe(count);
    return arrived()[count - 1] as ReceivedWebhook;
  };
  const isSignedWith = (secret: string, { body, headers }: ReceivedWebhook) => {
    const verify = () => new Webhook(secret).verify(body, headers as Record<string, string>);
    // The package reads the machine's clock, the service the demo's.
    vi.setSystemTime(demo.now());
    try {
      expect(verify).not.toThrow();
    } finally {
      vi.useRealTimers();
    }
  };

  it('rotate a secret and replay one delivery, some, and a time range', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.goto(demo.address('webhooks'));
      await press(page, 'Add endpoint');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill('ftp://nowhere.example');
      await dialog.getByLabel('Description').fill('Billing');
      await dialog.getByRole('radio', { name: 'Selected' }).first().check();
      await dialog.getByRole('combobox', { name: 'Only these events' }).click();
      await page.getByRole('option', { name: 'seat.*' }).click();
      await dialog.getByLabel('Description').click();
      await press(dialog, 'Add header');
      await dialog.getByLabel('Name of header 1').fill('x-gateway');
      await dialog.getByLabel('Value of header 1').fill('open-sesame');
      await press(dialog, 'Add');
      await dialog.getByText('Must begin with https://').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Address').fill(receiver.url('/hooks'));
      await press(dialog, 'Add');
      const oldSecret = await takeSecret(page);
      await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
      await page.getByText('Current', { exact: true }).waitFor();

      await press(page, 'Send test');
      const first = await arrival(1);
      isSignedWith(oldSecret, first);
      expect(first.headers['x-gateway']).toBe('open-sesame');
      await row(page, 'webhook.test').getByText('Delivered').waitFor();

      await press(page, 'Actions for Billing');
      await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
      await press(page.getByRole('dialog'), 'Rotate');
      const newSecret = await takeSecret(page);
      await page.getByText('Previous, signs until').waitFor();

      await page.getByRole('link', { name: 'webhook.test' }).click();
      await page.getByText(/^POST /).waitFor();
      await press(page, 'Replay');
      const again = await arrival(2);
      expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
      expect(again.body).toBe(first.body);
      for (const secret of [oldSecret, newSecret]) isSignedWith(secret, again);
      await page.getByRole('link', { name: 'Previous delivery' }).waitFor();
      await row(page, 'noted').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Previous delivery' }).click();
      await page.getByRole('link', { name: 'Previous delivery' }).waitFor({ state: 'detached' });
      await page.reload();
      await page.getByText(/^POST /).waitFor();
      expect(await page.getByRole('link', { name: 'Previous delivery' }).count()).toBe(0);

      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('link', { name: 'All deliveries' }).click();
      await row(page, 'webhook.test').first().getByRole('checkbox').check();
      await press(page, 'Replay');
      await expectAccessible(page);
      await press(dialog, 'Replay');
      await arrival(3);
      await page.getByText('1 selected').waitFor({ state: 'detached' });

      await press(page, 'Replay time range');
      await dialog.getByRole('checkbox', { name: /^Delivered/ }).check();
      const until = new Date(demo.now().getTime() + 3_600_000).toISOString().slice(0, 16);
      await dialog.getByLabel('Until').fill(until);
      await dialog.getByText(/^This replays \d+ deliveries\.$/).waitFor();
      await expectAccessible(page);
      // The number stays in sight on a narrow screen, where the form is longer than the window.
      const submit = dialog.getByRole('button', { name: /^Replay \d+ deliveries$/ });
      const size = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 700 });
      await expect.poll(async () => bottomOf(await submit.boundingBox())).toBeLessThanOrEqual(700);
      if (size) await page.setViewportSize(size);
      await submit.click();
      // The test event, and every seat event of the demo's past that the endpoint's filter matches.
      await expect.poll(() => arrived().filter(({ body }) => body.includes('webhook.test')).length).toBe(4);
      await expect.poll(() => arrived().some(({ body }) => body.includes('seat.assigned'))).toBe(true);
    });
  }, 120_000);

  it("edit an endpoint without its header's value, disable, enable and remove it", async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.goto(demo.address('webhooks'));
      await page.getByRole('link', { name: 'Billing' }).click();
      await press(page, 'Edit');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Value of header 1').inputValue()).toBe('');
      await dialog.getByLabel('Description').fill('Invoices');
      await press(dialog, 'Save');
      await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
      const count = arrived().length;
      await press(page, 'Send test');
      expect((await arrival(count + 1)).headers['x-gateway']).toBe('open-sesame');

      await press(page, 'Actions for Invoices');
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await press(page.getByRole('dialog'), 'Disable');
      await press(page, 'Enable');
      await page.getByRole('button', { name: 'Send test' }).waitFor();
      await press(page, 'Actions for Invoices');
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByText('receives no more events').waitFor();
      await press(page.getByRole('dialog'), 'Remove');
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
      await page.getByRole('link', { name: 'npm run webhook-listener' }).waitFor();
      expect(await page.getByRole('link', { name: 'Invoices' }).count()).toBe(0);
    });
  });

  it("filter deliveries by the URL's query", async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(demo.address('webhooks/deliveries?outcome=Failed'));
      await row(page, 'seat.assigned').first().waitFor();
      const outcomes = page.getByRole('row').getByText(/^(Failed|Delivered|Pending)$/);
      expect(new Set(await outcomes.allTextContents())).toEqual(new Set(['Failed']));
      const select = async (label: string, option: string) => {
        await page.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await select('Outcome', 'Delivered');
      await row(page, 'seat.released').first().waitFor();
      await select('Event type', 'seat.released');
      await page.getByRole('combobox', { name: 'Customer' }).fill('b0000000-0000-4000-8000-000000000009');
      await page.getByText('No results').waitFor();
      const asked = new URL(page.url()).searchParams;
      expect(Object.fromEntries(asked)).toEqual({
        outcome: 'Delivered',
        type: 'seat.released',
        tenant: 'b0000000-0000-4000-8000-000000000009',
      });
    });
  });
});

describe('service accounts', () => {
  const statusOf = async (key: string, path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL(`/api/admin/v1${path}`, demo.portalUrl), { headers })).status;
  };

  it('the catalogue from CI: 5 clicks to a key with which a pipeline reads it', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('service-accounts'));
      const clicks = await countClicks(page);
      await press(page, 'New service account');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Catalogue pipeline');
      await dialog.getByRole('radio', { name: 'Catalogue manager' }).check();
      await press(dialog, 'Add');
      await page.getByRole('heading', { level: 1, name: 'Catalogue pipeline' }).waitFor();
      await press(page, 'Issue key');
      await press(dialog, 'Issue');
      await page.getByText('It is shown only once').waitFor();
      expect(clicks()).toBe(5);
      const key = await takeSecret(page);
      // The commands of the page "Catalogue as code" call these routes; `tests/system` runs them.
      const catalogue = `/workspaces/${await demo.workspaceId()}/catalogue/file`;
      expect(await statusOf(key, catalogue)).toBe(200);
    });
  });

  it('are added with a role, call with the shown sample until the key is revoked, and are removed', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('service-accounts'));
      await press(page, 'New service account');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('nightly REPORT');
      await dialog.getByRole('radio', { name: 'Catalogue manager' }).check();
      await press(dialog, 'Add');
      await dialog.getByText('Is the name of another service account').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Name').fill('Deployment');
      await press(dialog, 'Add');
      await page.getByRole('heading', { level: 1, name: 'Deployment' }).waitFor();
      await page.getByText('No keys yet').waitFor();

      await press(page, 'Issue key');
      const life = page.getByRole('dialog').getByLabel('Expires');
      expect([await life.inputValue(), await life.getByRole('option', { name: 'Never' }).count()]).toEqual([
        '90',
        0,
      ]);
      await press(page.getByRole('dialog'), 'Issue');
      await page.getByText('It is shown only once').waitFor();
      await expectAccessible(page);
      const sample = await textIn(page.getByLabel('curl call', { exact: true }));
      const key = await textIn(page.getByRole('dialog').locator('pre').first());
      await press(page.getByRole('dialog'), 'I have stored it');
      expect((await run('bash', ['-c', `${sample} -so /dev/null -w '%{http_code}'`])).stdout).toBe('200');
      const keyId = key.split('_')[1] ?? '';

      await press(page, `Actions for the key ${keyId}`);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Runner 1');
      const networks = page.getByRole('dialog').getByRole('combobox', { name: 'Allowed networks' });
      await networks.fill('127.0.0.1/8');
      await press(page.getByRole('dialog'), 'Save');
      await page.getByText('Has bits beyond its prefix').waitFor();
      await expectAccessible(page);
      await networks.press('Backspace');
      await networks.fill('127.0.0.0/8');
      await press(page.getByRole('dialog'), 'Save');
      await row(page, keyId).getByText('Runner 1').waitFor();
      await row(page, keyId).getByText('From 127.0.0.0/8').waitFor();

      await press(page, `Actions for the key ${keyId}`);
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
      await press(page.getByRole('dialog'), 'Rotate');
      await page.getByText('It is shown only once').waitFor();
      const nextKey = await textIn(page.getByRole('dialog').locator('pre').first());
      await press(page.getByRole('dialog'), 'I have stored it');
      await row(page, keyId)
        .getByText(/^(tomorrow|in 2[34] hours)$/)
        .waitFor();

      await press(page, `Actions for the key ${keyId}`);
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByText('refused at once, permanently').waitFor();
      await press(page.getByRole('dialog'), 'Revoke');
      await row(page, keyId).getByText('Revoked').waitFor();
      const ownPath = '/service-account';
      expect([await statusOf(key, ownPath), await statusOf(nextKey, ownPath)]).toEqual([401, 200]);

      await press(page, 'Remove');
      await press(page.getByRole('dialog'), 'Remove');
      await page.getByRole('heading', { level: 1, name: 'Service accounts' }).waitFor();
      await row(page, 'Deployment').waitFor({ state: 'detached' });
      expect(await statusOf(nextKey, ownPath)).toBe(401);

      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).fill('nightly');
      await page.getByRole('button', { name: /^Nightly report/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Nightly report' }).waitFor();
    });
  });
});

it('integration pages are read-only for roles without permission', async () => {
  await demo.visit('Vera Dahl', async (page) => {
    const buttons =
      /^(Register(?!ed)|New|Issue|Add(?!ed)|Edit|Disable|Rotate|Revoke|Send|Replay|Actions for|Remove)/;
    for (const [path, words] of [
      ['api-clients', 'Arcadia demo application'],
      ['api-clients/019b76da-a800-7389-a756-b34a8d4c97bd', '5OovhljCmXG'],
      ['service-accounts', 'Nightly report'],
      ['webhooks', 'npm run webhook-listener'],
      ['webhooks/endpoints/019b76da-a800-77b2-a4c2-bda026149407', 'Current'],
      ['webhooks/deliveries?outcome=Failed', 'Fabrikam'],
    ] as const) {
      await page.goto(demo.address(path));
      await page.getByRole('main').getByText(words).first().waitFor();
      expect([path, await page.getByRole('button', { name: buttons }).count()]).toEqual([path, 0]);
      await page.getByText('Your role is Viewer: you can look, not change.').waitFor();
    }
    await page.goto(demo.address('audit-log'));
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(await page.getByText('Your role is').count()).toBe(0);
  });
  await demo.visit('Ivo Lind', async (page) => {
    await page.goto(demo.address('webhooks'));
    await page.getByRole('button', { name: 'Add endpoint' }).waitFor();
    expect(await page.getByText('Your role is').count()).toBe(0);
  });
});
