import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Demo } from '../src/start-demo.ts';
import { TestBrowser } from './support/browser.ts';
import { startTestDemo } from './support/test-demo.ts';

let demo: Demo;
let browser: TestBrowser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startTestDemo(), TestBrowser.open()]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

it('the demo turns a marketplace purchase into an active entitlement', async () => {
  const { facts } = demo;
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
