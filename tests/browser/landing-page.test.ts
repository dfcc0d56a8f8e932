import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, TestBrowser } from '../support/browser/browser.ts';
import { countClicks } from '../support/browser/click-count.ts';
import { LandingWorld, type Person, people } from '../support/worlds/landing-world.ts';
import { withKey } from '../support/worlds/world.ts';

let shop: LandingWorld;
let browser: TestBrowser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([LandingWorld.open(), TestBrowser.open()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

// A minute apart, so that no test meets the rate limit.
beforeEach(() => shop.world.clock.forward(60_000));

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

async function signIn(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with your work account' }).click();
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

describe('the landing page in a browser', () => {
  it('turns a marketplace purchase into an active subscription', async () => {
    const bought = await shop.buy();
    await browser.visit(async (page) => {
      await page.goto(bought.link);
      expect(await heading(page)).toBe('Complete your purchase');
      await expectAccessible(page);

      await signIn(page, people.ada);
      expect(await heading(page)).toBe('Confirm Forum');
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Confirm' }).click();
      expect(await heading(page)).toContain('All set: Forum is active');
      await expectAccessible(page);
      expect(shop.theirState(bought)).toBe('Subscribed');
      expect(await shop.ours(bought)).toMatchObject({ status: 'Active' });

      await page.reload();
      expect(await heading(page)).toContain('All set');
      await page.goBack();
      await page.goto(bought.link);
      expect(await heading(page)).toContain('Forum is active already');
      await expectAccessible(page);
    });
  });

  it('asks a user of another tenant for another account, and continues with it', async () => {
    const bought = await shop.buy();
    await browser.visit(async (page) => {
      await page.goto(bought.link);
      await signIn(page, people.sam);
      expect(await heading(page)).toContain('Please use another account');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Sign in with another account' }).click();
      await page.getByRole('button', { name: /^Bert/ }).click();
      expect(await heading(page)).toBe('Confirm Forum');
    });
  });

  it('explains how to get a new link when the link is incomplete', async () => {
    await browser.visit(async (page) => {
      await page.goto(`${shop.world.service.url}/marketplace/landing/${shop.connectionId}`);
      expect(await heading(page)).toContain('Your link is not complete');
      await expectAccessible(page);
    });
  });
});

describe("the customer's page in a browser", () => {
  it('leads from the purchase to a colleague who is eligible, in 4 clicks with one mistake', async () => {
    const client = await shop.world.client(shop.workspaceId);
    const isEligible = async ({ tenantId, objectId }: Person) => {
      const question = `product=forum&userObjectId=${objectId}`;
      const path = `/api/v1/entitlements/${tenantId}/eligibility?${question}`;
      const { body } = await shop.world.call(path, { headers: withKey(client) });
      return body.isEligible as boolean;
    };
    const bought = await shop.buy({ quantity: 3 });
    await browser.visit(async (page) => {
      await page.goto(bought.link);
      await signIn(page, people.ada);
      const clicks = await countClicks(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('link', { name: 'Manage account and seats' }).click();
      expect(await heading(page)).toBe('Forum');
      await expectAccessible(page);
      expect(await isEligible(people.ada)).toBe(true);
      expect(await isEligible(people.bert)).toBe(false);

      const field = page.getByRole('textbox', { name: 'Assign seats to' });
      await field.fill('nobody');
      await page.getByRole('button', { name: 'Assign seats' }).click();
      expect(await page.getByRole('alert').innerText()).toContain('Enter an e-mail address or an object id.');
      expect(await field.inputValue()).toBe('nobody');
      await expectAccessible(page);

      await field.fill(`${people.bert.objectId}\nnew@contoso.example`);
      await page.getByRole('button', { name: 'Assign seats' }).click();
      expect(await page.getByRole('status').innerText()).toBe(
        'The seats are given. A reserved seat is assigned when its person signs in and accepts it.',
      );
      expect(clicks()).toBe(4);
      expect(await page.getByText('No seat is free.').isVisible()).toBe(true);
      await expectAccessible(page);
      await expect.poll(() => isEligible(people.bert), { timeout: 20_000 }).toBe(true);

      // Releasing asks first.
      const bert = page.getByRole('listitem').filter({ hasText: people.bert.objectId });
      await bert.getByText('Release').first().click();
      await expectAccessible(page);
      await bert.getByRole('button', { name: 'Release the seat' }).click();
      expect(await page.getByRole('status').innerText()).toBe('The seat is free.');
      await expect.poll(() => isEligible(people.bert), { timeout: 20_000 }).toBe(false);

      // Who is known gets a seat without an address.
      const before = clicks();
      await page.getByRole('button', { name: `Assign a seat to ${people.bert.objectId}` }).click();
      expect(await page.getByRole('status').innerText()).toBe('The seats are assigned.');
      expect(clicks() - before).toBe(1);
      const activity = page.getByRole('region', { name: 'Activity' });
      expect(await activity.innerText()).toContain('by Ada (ada@contoso.example)');
      await expectAccessible(page);

      await page.getByRole('link', { name: 'All subscriptions' }).click();
      expect(await heading(page)).toBe('Your subscriptions');
      await page.getByRole('textbox', { name: 'Add an administrator' }).fill(people.bert.objectId);
      await page.getByRole('button', { name: 'Add administrator' }).click();
      expect(await page.getByRole('status').innerText()).toBe('The administrator is added.');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in with your work account' }).click();
      await page.getByRole('button', { name: /^Sam/ }).click();
      expect(await heading(page)).toContain('Nothing to show for this account');
      await expectAccessible(page);
    });
  });
});

it("sets ceilings on the customer's page, and removes one", async () => {
  const bought = await shop.buy({ planId: 'metered', quantity: undefined });
  await browser.visit(async (page) => {
    await page.goto(bought.link);
    await signIn(page, people.ada);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: /^Manage account/ }).click();
    const limits = page.getByRole('region', { name: 'Usage limits' });
    await limits.getByText('Calls: 20 calls a month').waitFor();
    const set = async (quantity: string, per: string, subject: string) => {
      await limits.getByLabel('Quantity').fill(quantity);
      await limits.getByLabel('For each').selectOption(per);
      await limits.getByLabel('User, team or agent').fill(subject);
      await limits.getByRole('button', { name: 'Set ceiling' }).click();
    };
    await set('20', 'month', '');
    expect(await page.getByRole('alert').innerText()).toContain('enter a lower quantity');
    await expectAccessible(page);
    await set('15', 'month', '');
    expect(await page.getByRole('status').innerText()).toBe('The ceiling is set. It holds at once.');
    await set('3', 'day', 'agent-7');
    const agent = limits.getByRole('listitem').filter({ hasText: 'Your ceiling for agent-7' });
    await agent.getByText('Calls: 3 calls a day').waitFor();
    await agent.getByText('Remove').first().click();
    await expectAccessible(page);
    await agent.getByRole('button', { name: 'Remove the ceiling' }).click();
    expect(await page.getByRole('status').innerText()).toBe('The ceiling is removed.');
    await limits.getByText('Calls: 15 calls a month').waitFor();
    await expect.poll(() => agent.count()).toBe(0);
  });
});

it('completes a purchase with the keyboard alone', async () => {
  const bought = await shop.buy();
  await browser.visit(async (page) => {
    await page.goto(bought.link);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Ada/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm Forum' }).waitFor();
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      'getComputedStyle(document.activeElement).outlineStyle + document.activeElement.textContent',
    );
    expect(outline).toBe('solidConfirm');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /All set/ }).waitFor();
  });
  expect(shop.theirState(bought)).toBe('Subscribed');
});

it('the error reference page is accessible', async () => {
  await browser.visit(async (page) => {
    await page.goto(`${shop.world.service.url}/errors#auth.credentials_invalid`);
    await expectAccessible(page);
  });
});
