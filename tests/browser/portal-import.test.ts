import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

/** A demo of its own: an import adds products, customers and subscriptions. */
let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.openUnshared();
});
afterAll(() => demo?.close());

const sample = (...names: readonly string[]) =>
  names.map((name) =>
    fileURLToPath(new URL(`../../examples/accelerator-export/${name}.csv`, import.meta.url)),
  );
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('from the SaaS Accelerator: 5 clicks from the overview to imported subscriptions, and an import again changes nothing', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('overview'));
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Subscriptions', exact: true }).click();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    await page.getByRole('button', { name: 'Use the sample export' }).click();
    await page
      .getByText('6 subscriptions: 2 to add, 2 waiting for a draft plan, 1 refused, 1 ended.')
      .waitFor();
    await row(page, 'eli@alpineskihouse.example')
      .getByText('The export has the plan basic-monthly')
      .waitFor();
    await row(page, 'jo@fabrikam.example').getByText('The marketplace does not know it.').waitFor();
    await page
      .getByRole('region', { name: 'Drafts for the catalogue' })
      .getByText('Atlas Maps')
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add 6 drafts and import 2 subscriptions' }).click();
    const result = page.getByRole('status').filter({ hasText: '2 subscriptions imported, 6 drafts added' });
    await result.getByText('2 subscriptions wait for a draft').waitFor();
    await row(page, 'nia@wideworldimporters.example').getByText('Added', { exact: true }).waitFor();
    await expectFits(page);
    await result.getByRole('link', { name: 'See the imported subscriptions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
    expect(clicks()).toBe(5);

    await page.goto(demo.address('subscriptions/import'));
    const files = page.getByLabel('Choose files');
    await files.setInputFiles(sample('Subscriptions', 'Plans'));
    await page.getByText('Still needed: Offers.csv.').waitFor();
    await files.setInputFiles(sample('Offers', 'MeteredDimensions', 'Users'));
    await page
      .getByText('6 subscriptions: 2 waiting for a draft plan, 1 refused, 2 up to date, 1 ended.')
      .waitFor();
    await page.getByText('Nothing to import').waitFor();
    await page.getByLabel('Show').first().click();
    await page.getByRole('option', { name: 'Refused (1)' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(page.url()).toContain('show=Refused');
  });
});

it('an import says what is wrong with its files, and who may import', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(demo.address('subscriptions/import'));
    const files = page.getByLabel('Choose files');
    const file = (name: string, text: string | Buffer) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text as string),
    });
    await files.setInputFiles([file('notes.csv', 'x'), file('Plans.csv', Buffer.from([0xf6, 0x72]))]);
    await page.getByText('notes.csv is no file of an export').waitFor();
    await page.getByText('Plans.csv is not in UTF-8').waitFor();
    await files.setInputFiles([
      file('Subscriptions.csv', 'Name\nx\n'),
      ...['Plans', 'Offers'].map((name) => file(`${name}.csv`, '')),
    ]);
    await page.getByText('has no column AMPSubscriptionId').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear files' }).click();
    await page.getByText('Subscriptions.csv needed').waitFor();
  });
  await demo.visit('Siri Holm', async (page) => {
    await page.goto(demo.address('subscriptions/import'));
    await page.getByText('An import is for Partner administrators').waitFor();
  });
});
