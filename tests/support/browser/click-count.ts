import type { Page } from 'playwright-core';

/** Counts the presses of the mouse's button in the page from now on, across its addresses. */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('countClick', () => {
    count += 1;
  });
  const listen = "addEventListener('pointerdown', () => countClick(), true)";
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => count;
}
