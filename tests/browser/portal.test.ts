import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWindow, expectAccessible } from '../support/browser/browser.ts';
import { expectPage, PortalDemo } from '../support/browser/portal-demo.ts';
import { portalPages } from '../support/browser/portal-pages.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const choose = async (page: Page, words: string, action: string) => {
  await row(page, words)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('every page is accessible', () => {
  let window: BrowserWindow;
  beforeAll(async () => {
    window = await demo.openWindow('Mara Voss');
  });
  afterAll(() => window?.page.close());

  it.each(portalPages)('$name', async (page) => {
    await expectPage(demo, window, page);
    // With an open dialog, only the dialog would be examined.
    expect(await window.page.locator('[aria-modal=true]').count()).toBe(0);
    await expectAccessible(window.page);
    window.expectNoComplaints();
  });
});

describe('signing in', () => {
  it('leads to the identity provider and back to the requested page, and signs out', async () => {
    await demo.browser.visit(async (page) => {
      await page.goto(demo.address('members'));
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expectAccessible(page);
      await demo.signInAs(page, 'Vera Dahl');
      await page.getByRole('heading', { name: 'Members' }).waitFor();
      expect(page.url()).toBe(demo.address('members'));

      await page.getByRole('button', { name: 'Signed in as Vera Dahl' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    });
  });

  it('lists the sessions of the user, and ends another session', async () => {
    const email = await demo.addViewer('Uma Reed');
    await demo.browser.visit(async (page) => {
      await page.goto(demo.signInUrl(email));
      await demo.browser.visit(async (other) => {
        await other.goto(demo.signInUrl(email));
        await other.getByRole('heading', { name: 'Overview' }).waitFor();
      });
      await page.getByRole('button', { name: 'Signed in as Uma Reed' }).click();
      await page.getByRole('menuitem', { name: 'Sessions' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('This session').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Sign out the session from 127.0.0.1' }).first().click();
      await dialog.getByRole('button', { name: /^Sign out the session/ }).waitFor({ state: 'detached' });
    });
  });

  it('redirects from the root of the service', async () => {
    await demo.visit('Vera Dahl', async (page) => {
      await page.goto(new URL('/', demo.portalUrl).href);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(page.url()).toBe(demo.address('overview'));
    });
  });
});

describe('the shell', () => {
  it('finds pages with the keyboard, by name and by synonym', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('overview'));
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('textbox', { name: 'Search' });
      await field.fill('role');
      await page.getByRole('button', { name: 'Members' }).waitFor();
      await expectAccessible(page);
      await field.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Members' }).waitFor();
    });
  });

  it('has a skip link, and scrolls to the top after navigation', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('members'));
      await row(page, 'Ivo Lind').waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
      expect(page.url()).toBe(demo.address('members'));
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
    });
  });

  it('has its navigation behind a button in a narrow window', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(demo.address('members'));
      await page.getByRole('button', { name: 'Navigation', exact: true }).click();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await page.getByRole('link', { name: 'Members' }).waitFor({ state: 'hidden' });
    });
  });

  it('stores the chosen colour scheme', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('members'));
      await page.getByRole('button', { name: 'Signed in as Mara Voss' }).click();
      await page.getByRole('menuitem', { name: 'Dark' }).click();
      await page.reload();
      await row(page, 'Ivo Lind').waitFor();
      expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
      await page.getByRole('searchbox', { name: 'Find' }).waitFor();
      const border = "getComputedStyle(document.querySelector('main input')).borderColor";
      expect(await page.evaluate(border)).toBe('rgb(122, 131, 143)');
      await page.getByRole('button', { name: 'Signed in as Mara Voss' }).click();
      await page.getByRole('menuitem', { name: 'System' }).click();
    });
  });
});

describe('members', () => {
  it('are invited, get another role, and the invitation is revoked', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('members'));
      await page.getByRole('button', { name: 'Invite member' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('User name').fill('nobody');
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await dialog.getByText('Must be an e-mail address').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('User name').fill('lars@arcadia.example');
      await dialog.getByRole('radio', { name: 'Partner administrator' }).check();
      await dialog.getByLabel('Tenant id').fill('');
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await dialog.getByText('Required to invite an administrator').waitFor();
      await dialog.getByRole('radio', { name: 'Viewer' }).check();
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await row(page, 'lars@arcadia.example').getByText('Invited').waitFor();

      await choose(page, 'lars@arcadia.example', 'Change role');
      await page.getByRole('radio', { name: 'Catalogue manager' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await row(page, 'lars@arcadia.example').getByText('Catalogue manager').waitFor();

      await choose(page, 'lars@arcadia.example', 'Renew invitation');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Renew', exact: true }).click();
      await page.getByText('renewed for 7 days').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

      await choose(page, 'lars@arcadia.example', 'Revoke invitation');
      await page.getByText('They can no longer join').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Revoke' }).click();
      await row(page, 'lars@arcadia.example').waitFor({ state: 'detached' });
    });
  });

  it('are signed out everywhere by an administrator', async () => {
    const email = await demo.addViewer('Pia Falk');
    await demo.browser.visit(async (colleague) => {
      await colleague.goto(demo.signInUrl(email));
      await colleague.getByRole('heading', { name: 'Overview' }).waitFor();
      await demo.visit('Mara Voss', async (page) => {
        await page.goto(demo.address('members'));
        await choose(page, email, 'Sign out everywhere');
        const dialog = page.getByRole('dialog');
        await dialog.getByText('127.0.0.1').first().waitFor();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
        await page.getByText('Pia Falk is signed out everywhere.').waitFor();
        await page.goto(demo.address('audit-log'));
        await row(page, 'Mara Voss').getByText('Signed out').first().waitFor();
      });
      await colleague.reload();
      await colleague.getByRole('link', { name: 'Sign in with your work account' }).waitFor();
    });
  });

  it('keep the last administrator, with an explanation', async () => {
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('members'));
      await choose(page, 'mara@arcadia.example', 'Remove');
      await page.getByText('This is your own account').waitFor();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('alert').getByText('Make another joined member').waitFor();
      await expectAccessible(page);
    });
  });

  it('show an edit conflict and keep the chosen role', async () => {
    const email = 'ines@arcadia.example';
    await demo.call('POST', 'members', { data: { email, role: 'Viewer' } });
    await demo.visit('Mara Voss', async (page) => {
      await page.goto(demo.address('members'));
      await choose(page, email, 'Change role');
      await page.getByRole('radio', { name: 'Subscription support' }).check();
      await demo.visit('Mara Voss', async (other) => {
        await other.goto(demo.address('members'));
        await choose(other, email, 'Change role');
        await other.getByRole('radio', { name: 'Integration manager' }).check();
        await other.getByRole('button', { name: 'Save' }).click();
        await row(other, email).getByText('Integration manager').waitFor();
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('The role is now Integration manager').waitFor();
      expect(await page.getByRole('radio', { name: 'Subscription support' }).isChecked()).toBe(true);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await row(page, email).getByText('Subscription support').waitFor();
    });
  });

  it('are read-only for roles without permission', async () => {
    await demo.visit('Ivo Lind', async (page) => {
      await page.goto(demo.address('members'));
      await row(page, 'Mara Voss').waitFor();
      expect(await page.getByRole('button', { name: /^Actions for|^Invite/ }).count()).toBe(0);
      await page
        .getByText(
          'Your role is Integration manager: you can look, not change. Ask a member with the role Partner administrator.',
        )
        .waitFor();
    });
  });
});
