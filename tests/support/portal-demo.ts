import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from '../../src/start-demo.ts';
import { BrowserWindow, expectReadable, TestBrowser, visitIn } from './browser.ts';
import { startTestDemo } from './test-demo.ts';

/** Who works at the demo's first workspace, one for each role. */
export type Colleague = 'Mara Voss' | 'Ivo Lind' | 'Cato Berg' | 'Siri Holm' | 'Vera Dahl';

/** A page of the portal, below the workspace. */
export interface PortalPage {
  readonly path: string;
  /** Its heading. */
  readonly name: string;
  /** What must be seen on it, of the demo's data. */
  readonly shows: readonly string[];
}

/** The demo, and a browser in which its people use the portal. One for a test file. */
export class PortalDemo {
  readonly #demo: Demo;
  readonly #profiles = new Map<Colleague, Promise<BrowserContext>>();
  readonly browser: TestBrowser;

  private constructor(demo: Demo, browser: TestBrowser) {
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

  /** Where the portal stands, with a slash at its end. */
  get portalUrl(): string {
    return this.#demo.facts.portalUrl;
  }

  /** Of the demo's application, which may ask everything of the first workspace. */
  get apiKey(): string {
    return this.#demo.facts.apiKey;
  }

  /** Where the mails of the demo are read. */
  get mailboxUrl(): string {
    return this.#demo.facts.mailbox.url;
  }

  /** The address of a page of the demo's first workspace. */
  address(path: string): string {
    return `${this.portalUrl}arcadia/${path}`;
  }

  /** A window in which the colleague is signed in; the sign-in is done once for each. */
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

  /** By requests alone, which is quicker: the pages of signing in are tested for themselves. */
  async #signIn(colleague: Colleague): Promise<BrowserContext> {
    const profile = await this.browser.openProfile();
    const [firstName = ''] = colleague.split(' ');
    const loginHint = `${firstName.toLowerCase()}@arcadia.example`;
    const signIn = new URL('/api/admin/v1/sign-in', this.portalUrl).href;
    const arrived = await profile.request.get(signIn, { params: { returnTo: '/portal/', loginHint } });
    expect(arrived.url()).toBe(this.portalUrl);
    return profile;
  }

  /** From the portal's sign-in page, by the identity provider, and back. */
  async signInAs(page: Page, colleague: Colleague): Promise<void> {
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: new RegExp(`^${colleague}`) }).click();
  }
}

/**
 * The page as everybody finds it: it shows what it should, and reads well in every look. It is gone to as the links of
 * the portal go: loading the portal anew for every page takes longer than all the rest.
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
  // With one, only the dialog would be examined.
  expect(await page.locator('[aria-modal=true]').count()).toBe(0);
  await expectReadable(page);
  window.expectNoComplaints();
}
