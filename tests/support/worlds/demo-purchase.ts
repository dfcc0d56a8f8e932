import type { Demo } from '../../../src/service/start-demo.ts';
import type { TestBrowser } from '../browser/browser.ts';

type DemoFacts = Demo['facts'];

const contoso = 'b0000000-0000-4000-8000-000000000001';

/** What a customer of the demo, who buys it below, has of the product forum. */
export async function readForum(facts: DemoFacts): Promise<{ status: string; quantity: number | null }> {
  const answer = await fetch(`${facts.baseUrl}/api/v1/entitlements/${contoso}?product=forum`, {
    headers: { 'x-api-key': facts.apiKey },
  });
  return (await answer.json()) as { status: string; quantity: number | null };
}

/** Buys seven seats at the demo's marketplace and confirms the purchase on the landing page. */
export async function buyForum(browser: TestBrowser, facts: DemoFacts): Promise<void> {
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
}
