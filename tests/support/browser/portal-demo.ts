import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createWorkspace } from '../../../src/actions/workspaces/create-workspace.ts';
import { inviteMember } from '../../../src/actions/workspaces/invite-member.ts';
import { withDatabase } from '../../../src/storage/database.ts';
import { insertNotices } from '../../../src/storage/workspaces/notices.ts';
import { done } from '../done.ts';
import { startTestDemo, type TestDemo } from '../worlds/test-demo.ts';
import { BrowserWindow, expectReadable, TestBrowser, visitIn } from './browser.ts';

/** The members of the demo's first workspace, one for each role. */
export type Colleague = 'Mara Voss' | 'Ivo Lind' | 'Cato Berg' | 'Siri Holm' | 'Vera Dahl';

/** The path of a page, below the workspace. */
export interface PortalPage {
  readonly path: string;
  /** Its heading. */
  readonly name: string;
  /** Text of the demo's data that must be visible. */
  readonly shows: readonly string[];
}

/** The demo, and a browser for its members. One per test file. */
export class PortalDemo {
  readonly #demo: TestDemo;
  readonly #profiles = new Map<Colleague, Promise<BrowserContext>>();
  readonly browser: TestBrowser;

  private constructor(demo: TestDemo, browser: TestBrowser) {
    this.#demo = demo;
    this.browser = browser;
  }

  static async open(): Promise<PortalDemo> {
    const [demo, browser] = await Promise.all([startTestDemo(), TestBrowser.open()]);
    return new PortalDemo(demo, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#demo.stop();
  }

  /** The address of the portal, with a trailing slash. */
  get portalUrl(): string {
    return this.#demo.facts.portalUrl;
  }

  /** The key of the demo's application, with all scopes of the first workspace. */
  get apiKey(): string {
    return this.#demo.facts.apiKey;
  }

  /** The address of the demo's mailbox. */
  get mailboxUrl(): string {
    return this.#demo.facts.mailbox.url;
  }

  /** The addresses of the emulated identity provider and marketplace. */
  get emulators(): { readonly idpUrl: string; readonly marketplaceUrl: string } {
    const { idp, marketplace } = this.#demo.facts;
    return { idpUrl: idp.authUrl, marketplaceUrl: marketplace.url };
  }

  /** Adds an empty workspace; Mara Voss, invited as its administrator, joins it with her next sign-in. */
  async addWorkspace(slug: string, name: string): Promise<void> {
    await withDatabase(this.#demo.databaseUrl, async (database) => {
      const context = { database, now: new Date(), randomBytes };
      const { workspaceId } = done(await createWorkspace(context, { slug, name, partnerPlan: 'Growth' }));
      const role = 'Partner administrator' as const;
      const tenantId = 'a0000000-0000-4000-8000-000000000001';
      done(await inviteMember(context, workspaceId, { email: 'mara@arcadia.example', role, tenantId }));
    });
  }

  /** Raises a notice for each host, as if a webhook endpoint there had been disabled. */
  async raiseNotices(workspaceId: string, hosts: readonly string[]): Promise<void> {
    const notices = hosts.map((host) => ({
      kind: 'WebhookEndpointDisabled' as const,
      key: host,
      facts: { endpoint: 'Ledger', host, disabledAt: '2026-05-01T10:00:00Z', reason: 'too many failures' },
    }));
    await withDatabase(this.#demo.databaseUrl, (database) =>
      insertNotices(database, workspaceId, notices, { now: new Date(), randomBytes }),
    );
  }

  /** As the retention does. */
  async deleteNotice(workspaceId: string, host: string): Promise<void> {
    await withDatabase(this.#demo.databaseUrl, (database) =>
      database
        .deleteFrom('notices')
        .where('workspace_id', '=', workspaceId)
        .where('key', '=', host)
        .execute(),
    );
  }

  /** The address of a page of the demo's first workspace. */
  address(path: string): string {
    return `${this.portalUrl}arcadia/${path}`;
  }

  /** A window in which the colleague is signed in; each colleague signs in once. */
  async visit<Result>(colleague: Colleague, use: (page: Page) => Promise<Result>): Promise<Result> {
    return visitIn(await this.#profileOf(colleague), use);
  }

  /** A window that stays open, at the colleague's first page. */
  async openWindow(colleague: Colleague): Promise<BrowserWindow> {
    const profile = await this.#profileOf(colleague);
    const window = new BrowserWindow(await profile.newPage());
    await window.page.goto(this.address('overview'));
    return window;
  }

  #profileOf(colleague: Colleague): Promise<BrowserContext> {
    const known = this.#profiles.get(colleague) ?? this.#signIn(colleague);
    this.#profiles.set(colleague, known);
    return known;
  }

  /** Signs in by requests alone, which is faster; other tests use the sign-in pages. */
  async #signIn(colleague: Colleague): Promise<BrowserContext> {
    const profile = await this.browser.openProfile();
    const [firstName = ''] = colleague.split(' ');
    const loginHint = `${firstName.toLowerCase()}@arcadia.example`;
    const signIn = new URL('/api/admin/v1/sign-in', this.portalUrl).href;
    const arrived = await profile.request.get(signIn, { params: { returnTo: '/portal/', loginHint } });
    expect(arrived.url()).toBe(this.portalUrl);
    return profile;
  }

  /** Through the portal's sign-in page and the identity provider, and back. */
  async signInAs(page: Page, colleague: Colleague): Promise<void> {
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: new RegExp(`^${colleague}`) }).click();
  }
}

/**
 * Checks the page: heading, visible text, and accessibility in every look. Navigates by the portal's router, because
 * loading the portal for every page takes longer than everything else.
 */
export async function expectPage(
  demo: PortalDemo,
  window: BrowserWindow,
  { path, name, shows }: PortalPage,
): Promise<void> {
  const { page } = window;
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(demo.address(path))})`);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  for (const words of shows) await page.getByRole('main').getByText(words).first().waitFor();
  expect(await page.title()).toBe(`${name} · Tessera`);
  // With an open dialog, only the dialog would be examined.
  expect(await page.locator('[aria-modal=true]').count()).toBe(0);
  await expectReadable(page);
  window.expectNoComplaints();
}
