import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a link of the newest mail with these words in the mailbox; the link opens another window. */
export async function openFromMail(
  page: Page,
  mailboxUrl: string,
  words: string,
  link: string,
): Promise<Page> {
  const mail = page.getByRole('article').filter({ hasText: words }).first();
  await expect
    .poll(
      async () => {
        await page.goto(mailboxUrl);
        return mail.count();
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    mail.frameLocator('iframe').getByRole('link', { name: link }).first().click(),
  ]);
  return opened;
}
