import type { Page } from 'playwright-core';

/** Windows are reused, and count from their first test on. */
const counts = new WeakMap<Page, { count: number }>();

/** Counts the presses of the mouse's button in the page from now on, across its addresses. */
export async function countClicks(page: Page): Promise<() => number> {
  const clicks = counts.get(page) ?? (await startCounting(page));
  const before = clicks.count;
  return () => clicks.count - before;
}

async function startCounting(page: Page): Promise<{ count: number }> {
  const clicks = { count: 0 };
  counts.set(page, clicks);
  await page.exposeFunction('countClick', () => {
    clicks.count += 1;
  });
  const listen = "addEventListener('pointerdown', () => countClick(), true)";
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return clicks;
}
