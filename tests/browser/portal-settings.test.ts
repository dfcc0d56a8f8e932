import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contosoAccount,
  contosoKey,
  fabrikamAccount,
  planner,
  sampleAws,
} from '../../emulators/aws-marketplace/sample-directory.ts';
import { type AwsEmulator, startAwsEmulator } from '../../emulators/aws-marketplace/start.ts';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';

let demo: PortalDemo;
let intended: WebhookReceiver;
let other: WebhookReceiver;
beforeAll(async () => {
  [demo, intended, other] = await Promise.all([
    PortalDemo.shared(),
    WebhookReceiver.start(),
    WebhookReceiver.start(),
  ]);
});
afterAll(async () => {
  await intended?.close();
  await other?.close();
});

const connection = 'settings/marketplace/019b76da-a800-7c61-9ff4-d320989298ad';
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('times are in the zone of the browser until the person chooses UTC', async () => {
  await demo.visitApart('Vera Dahl', async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    await page.goto(demo.address('webhooks/deliveries?from=2026-01-02T20:00:00.000Z'));
    const from = (zone: string) => page.getByLabel(`From, ${zone}`);
    expect(await from('GMT+9').inputValue()).toBe('2026-01-03T05:00');
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Browser: Asia/Tokyo' }).waitFor();
    await expectFits(page);
    await page.getByRole('menuitem', { name: 'UTC', exact: true }).click();
    await expect.poll(() => from('UTC').inputValue()).toBe('2026-01-02T20:00');
    await from('UTC').fill('2026-01-02T21:00');
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-01-02T21:00:00.000Z');
    await page.locator('time').first().hover();
    await page.getByRole('tooltip').getByText(/ UTC$/).waitFor();
  });
});

it('the weekly mail about customers at risk is switched on by a person', async () => {
  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address('settings/notifications'));
    const mail = page.getByRole('switch', { name: 'Customers at risk' });
    await mail.waitFor();
    expect(await mail.isChecked()).toBe(false);
    await mail.click();
    await page.getByText('Notifications saved.').waitFor();
    await page.reload();
    await expect.poll(() => mail.isChecked()).toBe(true);
  });
});

describe('a support address', () => {
  const address = 'night-shift@arcadia.example';
  const mails = async () => {
    const answer = await fetch(new URL('/_emulator/mails', demo.mailboxUrl));
    const { mails: received } = (await answer.json()) as { mails: { to: string[]; text: string }[] };
    return received.filter(({ to }) => to.includes(address));
  };

  it('is pending until the button of the mailed page is pressed', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('settings'));
      await page.getByRole('combobox', { name: 'Support addresses' }).fill(address);
      await page.keyboard.press('Enter');
      await press(page, 'Save');
      await page.getByText('Not confirmed').waitFor();
      await expectAccessible(page);
      await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);

      await press(page, `Send again the confirmation mail to ${address}`);
      await page.getByText('Too many requests').waitFor();

      const link = /^http\S+$/m.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
      await demo.browser.visit(async (reader) => {
        await reader.goto(link);
        await reader.getByRole('heading', { name: 'Confirm this support address' }).waitFor();
        await reader.getByText(address).waitFor();
        await expectAccessible(reader);
        await press(reader, 'Confirm');
        await reader.getByRole('heading', { name: 'The address is confirmed' }).waitFor();
        await expectAccessible(reader);
        await reader.goto(link);
        await reader.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
      });
      await page.reload();
      await page.getByText('Confirmed', { exact: true }).nth(1).waitFor();
      expect(await page.getByText('Not confirmed').count()).toBe(0);
      await page.goto(demo.address('audit-log'));
      await row(page, 'Support address confirmed').getByText(address).first().waitFor();
    });
  });
});

describe('the marketplace connection', () => {
  it('requires the secret again when the address changes', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address(connection));
      await press(page, 'Edit');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Leave empty to keep the stored one').waitFor();
      const marketplace = dialog.getByLabel('Address of the marketplace');
      const before = await marketplace.inputValue();
      await marketplace.fill(other.url(''));
      await dialog.getByText('Enter it again: the stored one is not sent to another address').waitFor();
      await press(page, 'Save');
      await dialog.getByText(/^Must be entered again/).waitFor();
      await expectAccessible(page);
      await marketplace.fill(before);
      await dialog.getByText('Leave empty to keep the stored one').waitFor();
      expect(other.received).toEqual([]);
    });
  });

  it('accepts unsigned notifications on loopback, with a warning', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address(connection));
      const accepted = page.getByText('Accepted, for development');
      const change = async () => {
        await press(page, 'Edit');
        await page.getByRole('switch', { name: 'Accept unsigned notifications' }).click();
        await expectFits(page);
        await press(page, 'Save');
      };
      await page.getByRole('heading', { level: 1, name: 'Microsoft Marketplace' }).waitFor();
      expect(await accepted.count()).toBe(0);
      await change();
      await accepted.waitFor();
      await expectFits(page);
      await change();
      await accepted.waitFor({ state: 'detached' });
    });
  });
});

describe('a seller account', () => {
  let emulator: AwsEmulator;
  let workspaceId: string;
  const buyer = randomUUID();
  beforeAll(async () => {
    emulator = await startAwsEmulator({
      directory: sampleAws,
      settings: { licenseMilliseconds: 0, retryMilliseconds: 50 },
      now: () => demo.now(),
      signingNow: () => demo.now(),
    });
    workspaceId = await demo.addWorkspace('caravan', 'Caravan');
    await demo.addProduct('Planner', { workspaceId });
  });
  afterAll(() => emulator?.close());

  it('is connected, checked and rotated, and its purchase is assigned', async () => {
    const address = (path: string) => `${demo.portalUrl}caravan/${path}`;
    await demo.visit('Mara Voss', async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      const secret = async () => (await dialog.locator('pre').textContent()) ?? '';
      await page.goto(address('settings/marketplace?add=connection'));
      await dialog.getByText('AWS', { exact: true }).click();
      await dialog.getByLabel('Source name').fill('AWS');
      await dialog.getByLabel('Seller account id').fill('11112222');
      await dialog.getByLabel('Access key id').fill(contosoKey.id);
      await dialog.getByLabel('Secret access key').fill(contosoKey.secret);
      await dialog.getByLabel('Address of the emulator').fill(emulator.url);
      await press(page, 'Connect');
      await dialog.getByText('Must be an account number of 12 digits').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Seller account id').fill(contosoAccount);
      await press(page, 'Connect');
      await dialog.getByText('It is shown only once.').waitFor();
      const first = await secret();
      await dialog.getByText('External id').waitFor();
      await dialog.getByText(/\/api\/marketplace\/aws\/.*\/events$/).waitFor();
      await expectAccessible(page);
      await press(page, 'I have stored it');
      await page.getByRole('heading', { level: 1, name: 'AWS', exact: true }).waitFor();
      expect((await page.content()).includes(first)).toBe(false);

      const rights = ['aws-marketplace:ResolveCustomer', 'aws-marketplace:GetEntitlements'];
      emulator.registerAccessKey({ ...contosoKey, rights });
      await press(page, 'Run check');
      await main.getByText(/^The right BatchMeterUsage is missing/).waitFor();
      await main.getByText('Usage is not compared').waitFor();
      expect(await main.getByRole('link', { name: 'Import subscriptions' }).count()).toBe(0);
      await expectAccessible(page);
      emulator.registerAccessKey(contosoKey);
      await press(page, 'Check again');
      await main.getByText('The right BatchMeterUsage is granted.').waitFor();

      await press(page, 'Rotate event secret');
      await dialog.getByText('For 24 hours both secrets are accepted.').waitFor();
      await press(page, 'Rotate');
      await dialog.getByText('It is shown only once.').waitFor();
      const rotated = await secret();
      expect(rotated).not.toBe(first);
      await press(page, 'I have stored it');
      await main.getByText('Two secrets are accepted').waitFor();

      const mapping = {
        product: 'planner',
        plan: 'monthly',
        sourceName: 'AWS',
        offerId: planner.code,
        planId: '*',
      };
      await demo.call('POST', 'plan-mappings', { workspaceId, data: { ...mapping, dimensions: [] } });
      const { items } = await demo.call('GET', 'marketplace-connections', { workspaceId });
      emulator.setDestination(contosoAccount, { url: items[0].webhookUrl, secret: rotated });
      emulator.purchase({ productCode: planner.code, buyerAccountId: fabrikamAccount });
      const waiting = async () =>
        (await demo.call('GET', `purchases?search=${fabrikamAccount}`, { workspaceId })).items.length;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      await page.goto(address('purchases?search=3333-4444-5555'));
      await row(page, 'The buyer has not opened the landing page.')
        .getByText(fabrikamAccount)
        .first()
        .waitFor();
      await expectAccessible(page);
      await row(page, fabrikamAccount).getByRole('link').click();
      await press(page, 'Assign to a customer');
      await dialog.getByRole('combobox', { name: 'Customer' }).fill(buyer);
      await dialog.getByText('The customer gets Planner, Monthly.').waitFor();
      await expectAccessible(page);
      await press(page, 'Assign');
      await page.getByText('Purchase assigned. The subscription is Active.').waitFor();
      await main.getByText('Only the buyer changes or cancels it, there.').waitFor();
      await main.getByText('Account of the buyer').waitFor();
      await expectFits(page);

      await page.goto(address('customers?search=333344445555'));
      await main.getByText(`Account ${fabrikamAccount}`).waitFor();
      await main.getByRole('row').getByRole('link').first().click();
      await main.getByText(fabrikamAccount).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).fill('3333 4444 5555');
      await page.getByText(`account ${fabrikamAccount}`).waitFor();
    });
  });
});

describe('a webhook endpoint', () => {
  it('requires the values of its headers again when its origin changes', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.goto(demo.address('webhooks'));
      await press(page, 'Add endpoint');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(intended.url('/hooks'));
      await dialog.getByLabel('Description').fill('Gateway');
      await press(page, 'Add header');
      await dialog.getByLabel('Name of header 1').fill('x-gateway');
      await dialog.getByLabel('Value of header 1').fill('open-sesame');
      await press(page, 'Add');
      await press(page, 'I have stored it');
      await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor();

      await press(page, 'Edit');
      await dialog.getByLabel('Address').fill(intended.url('/elsewhere'));
      await dialog.getByPlaceholder('Unchanged').waitFor();
      await dialog.getByLabel('Address').fill(other.url('/hooks'));
      await dialog.getByText('enter the values again').waitFor();
      await press(page, 'Save');
      await dialog.getByText(/^Must be entered again/).waitFor();
      await expectFits(page);
      await dialog.getByLabel('Value of header 1').fill('open-barley');
      await press(page, 'Save');
      await dialog.waitFor({ state: 'detached' });
      await press(page, 'Send test');
      await expect.poll(() => other.at('/hooks').length, { timeout: 20_000 }).toBe(1);
      expect(other.at('/hooks')[0]?.headers['x-gateway']).toBe('open-barley');
      await demo.call('DELETE', `webhook-endpoints/${page.url().split('/').at(-1)}`);
    });
  });
});

it('a signing key is rotated, and the replaced one withdrawn', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('settings/signing-keys'));
    await row(page, 'Active').waitFor();
    await press(page, 'Rotate key');
    await page.getByRole('dialog').getByText('stays published for 430 days').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    await row(page, 'Replaced')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A backup was stolen');
    await expectAccessible(page);
    await press(page, 'Withdraw');
    await page.getByText('The key is not published any more').waitFor();
    await row(page, 'A backup was stolen').waitFor();
    await expectAccessible(page);
  });
});
