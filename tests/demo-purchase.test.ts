import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestBrowser } from './support/browser.ts';
import { RunningCommand } from './support/running-command.ts';

let folder: string;
let demo: RunningCommand;
let browser: TestBrowser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-demo-purchase-'));
  await chmod(folder, 0o755);
  demo = new RunningCommand([], { PORT: '0', DATA_DIR: folder });
  [browser] = await Promise.all([TestBrowser.open(), demo.says('Read the catalogue')]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the demo takes a purchase from the marketplace’s page to an entitlement', async () => {
  const facts = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
  const contoso = 'b0000000-0000-4000-8000-000000000001';
  const held = async () => {
    const answer = await fetch(`${facts.baseUrl}/api/v1/entitlements/${contoso}?product=forum`, {
      headers: { 'x-api-key': facts.apiKey },
    });
    return (await answer.json()) as { status: string; quantity: number | null };
  };
  expect((await held()).status).toBe('None');

  await browser.visit(async (page) => {
    await page.goto(facts.marketplace.url);
    await page
      .locator('select[name=plan]')
      .selectOption({ label: 'forum / Team, per seat (1 to any number of seats)' });
    await page.locator('input[name=quantity]').first().fill('7');
    await page.locator('select[name=buyer]').selectOption({ label: 'Ada of Contoso, ada@contoso.example' });
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByRole('link', { name: 'Open the landing page' }).first().click();
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: /^Ada of Contoso/ }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'All set: Forum is active' }).waitFor();
  });
  expect(await held()).toMatchObject({ status: 'Active', quantity: 7 });
});
