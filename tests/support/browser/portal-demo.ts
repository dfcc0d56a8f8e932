import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inviteMember } from '../../../src/actions/workspaces/members.ts';
import { createWorkspace } from '../../../src/actions/workspaces/workspaces.ts';
import { withDatabase } from '../../../src/storage/database.ts';
import { insertNotices } from '../../../src/storage/workspaces/notices.ts';
import { done } from '../done.ts';
import { startTestDemo, type TestDemo } from '../worlds/test-demo.ts';
import { BrowserWindow, TestBrowser, visitIn } from './browser.ts';

/** The members of the demo's first workspace, one for each role. */
export type Colleague = 'Mara Voss' | 'Ivo Lind' | 'Cato Berg' | 'Siri Holm' | 'Vera Dahl';

/** The path of a page, below the workspace. */
export interface PortalPage {
  readonly path: string;
  /** Its heading. */
  readonly name: string;
  /** Text of the demo's data that must be visible. */
  readonly shows: readonly (string | RegExp)[];
}

/** Starting a demo and loading the portal take seconds of CPU time, so the files of a worker share both. */
let running: Promise<PortalDemo> | undefined;

/** The demo, and a browser for its members. */
export class PortalDemo {
  readonly #demo: TestDemo;
  readonly #profiles = new Map<Colleague, Promise<BrowserContext>>();
  readonly browser: TestBrowser;
  /** The tenant of the members. */
  readonly partnerTenantId = 'a0000000-0000-4000-8000-000000000001';

  private constructor(demo: TestDemo, browser: TestBrowser) {
    this.#demo = demo;
    this.browser = browser;
  }

  /**
   * The demo of all files in this worker, which run in any order: a test makes its own objects, restores seeded ones, or
   * asserts what other tests do not change. It ends with the worker.
   */
  static shared(): Promise<PortalDemo> {
    running ??= PortalDemo.openUnshared();
    return running;
  }

  /** For tests of what a seeded demo has only once. To be closed. */
  static async openUnshared(): Promise<PortalDemo> {
    const [demo, browser] = await Promise.all([startTestDemo(), TestBrowser.open()]);
    return new PortalDemo(demo, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#demo.stop();
  }

  now(): Date {
    return this.#demo.now();
  }

  /** The address of the portal, with a trailing slash. */
  get portalUrl(): string {
    return this.#demo.facts.portalUrl;
  }

  get facts(): TestDemo['facts'] {
    return this.#demo.facts;
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

  /** Adds an empty workspace, whose administrator is Mara Voss; returns its id. */
  async addWorkspace(slug: string, name: string): Promise<string> {
    const added = await withDatabase(this.#demo.databaseUrl, async (database) => {
      const context = { database, now: this.now(), randomBytes };
      const { workspaceId } = done(await createWorkspace(context, { slug, name, partnerPlan: 'Growth' }));
      const role = 'Partner administrator' as const;
      const mara = { email: 'mara@arcadia.example', role, tenantId: this.partnerTenantId };
      done(await inviteMember(context, workspaceId, mara));
      return workspaceId;
    });
    // She joins it by signing in.
    await this.#signIn(await this.#profileOf('Mara Voss'), 'Mara Voss');
    return added;
  }

  /** Calls the admin API as the colleague, below the demo's first workspace or the given one. */
  async call(
    method: string,
    path: string,
    { data, by = 'Mara Voss', workspaceId }: AdminCall = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely.
  ): Promise<any> {
    const { request } = await this.#profileOf(by);
    const id = workspaceId ?? (await this.workspaceId());
    const answer = await request.fetch(this.#adminUrl(`workspaces/${id}/${path}`), {
      method,
      headers: { 'X-Tessera-Request': '1', 'If-Match': '*' },
      ...(data && { data }),
    });
    expect([path, answer.status()]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
    return answer.status() === 204 ? undefined : answer.json();
  }

  /** Adds a published product with the plan `monthly`; its slug is its name in small letters. */
  async addProduct(
    name: string,
    { seats = false, ...call }: AdminCall & { seats?: boolean } = {},
  ): Promise<string> {
    const slug = name.toLowerCase();
    await this.call('POST', 'products', { ...call, data: { slug, name, types: ['WebApp'] } });
    const plan = {
      slug: 'monthly',
      name: 'Monthly',
      licenceModel: seats ? 'Seats' : 'TenantWide',
      billingModel: seats ? 'PerUser' : 'FlatRate',
      publish: true,
    };
    await this.call('POST', `products/${slug}/plans`, { ...call, data: plan });
    return slug;
  }

  /** Adds a customer with members, and an active subscription sold directly. */
  async addContract(
    name: string,
    product: string,
    { emails = [], seats }: { readonly emails?: readonly string[]; readonly seats?: number } = {},
  ): Promise<AddedContract> {
    const tenantId = randomUUID();
    await this.call('POST', 'organisations', { data: { name, tenantIds: [tenantId] } });
    for (const email of emails) {
      const path = `customers/${tenantId}/members/${randomUUID()}`;
      await this.call('PUT', path, { data: { email, isActive: true } });
    }
    const order = { tenantId, product, plan: 'monthly', ...(seats && { quantity: seats }) };
    const { subscriptionId } = await this.call('POST', 'subscriptions', { data: order });
    await this.call('POST', `subscriptions/${subscriptionId}/moves`, { data: { type: 'activate' } });
    return { tenantId, subscriptionId };
  }

  /** Registers an application that may read the catalogue; returns its key. */
  async issueApiKey(name: string, call: AdminCall = {}): Promise<string> {
    const client = { name, scopes: ['catalogue:read'], products: null };
    const { apiClientId } = await this.call('POST', 'api-clients', { ...call, data: client });
    return (await this.call('POST', `api-clients/${apiClientId}/api-keys`, { ...call, data: {} })).apiKey;
  }

  async catalogueFile(): Promise<string> {
    return JSON.stringify(await this.call('GET', 'catalogue/file?format=json'));
  }

  /** Undoes the changes since the file was read; what was added since is archived or removed. */
  async applyCatalogueFile(file: string): Promise<void> {
    const { archive, remove } = await this.call('POST', 'catalogue/plan', { data: { file } });
    await this.call('POST', 'catalogue/apply', { data: { file, archive, remove } });
  }

  /** The id of the demo's first workspace. */
  async workspaceId(): Promise<string> {
    const { request } = await this.#profileOf('Mara Voss');
    const { workspaces } = await (await request.get(this.#adminUrl('me'))).json();
    return workspaces.find(({ slug }: { slug: string }) => slug === 'arcadia').workspaceId;
  }

  #adminUrl(path: string): string {
    return new URL(`/api/admin/v1/${path}`, this.portalUrl).href;
  }

  /** Raises a notice for each host, as if a webhook endpoint there had been disabled. */
  async raiseNotices(workspaceId: string, hosts: readonly string[]): Promise<void> {
    const notices = hosts.map((host) => ({
      kind: 'WebhookEndpointDisabled' as const,
      key: host,
      facts: { endpoint: '', host, disabledAt: '2026-05-01T10:00:00Z', reason: 'too many failures' },
    }));
    await withDatabase(this.#demo.databaseUrl, (database) =>
      insertNotices(database, workspaceId, notices, { now: this.now(), randomBytes }),
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

  /** Adds a person of the partner to the identity provider. */
  async addUser(name: string, email: string): Promise<void> {
    const user = { objectId: randomUUID(), tenantId: this.partnerTenantId, name, preferredUsername: email };
    const answer = await fetch(new URL('/_emulator/users', this.emulators.idpUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    });
    expect(answer.ok).toBe(true);
  }

  /** Invites a new person, who joins the workspace with the first sign-in; returns the user name. */
  async addViewer(name: string): Promise<string> {
    const email = `${name.toLowerCase().replace(' ', '.')}@arcadia.example`;
    await this.addUser(name, email);
    await this.call('POST', 'members', { data: { email, role: 'Viewer', tenantId: this.partnerTenantId } });
    return email;
  }

  /** Signs the person in without a page of the identity provider, and leads to the portal. */
  signInUrl(email: string): string {
    return this.#adminUrl(`sign-in?returnTo=/portal/&loginHint=${email}`);
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

  /** A window of a new profile in which the colleague is signed in, for tests that change the profile. */
  async visitApart<Result>(colleague: Colleague, use: (page: Page) => Promise<Result>): Promise<Result> {
    return this.browser.visit(async (page) => {
      await this.#signIn(page.context(), colleague);
      return use(page);
    });
  }

  #profileOf(colleague: Colleague): Promise<BrowserContext> {
    const openProfile = async () => this.#signIn(await this.browser.openProfile(), colleague);
    const known = this.#profiles.get(colleague) ?? openProfile();
    this.#profiles.set(colleague, known);
    return known;
  }

  /** Signs in by requests alone, which is faster; other tests use the sign-in pages. */
  async #signIn(profile: BrowserContext, colleague: Colleague): Promise<BrowserContext> {
    const [firstName = ''] = colleague.split(' ');
    const arrived = await profile.request.get(this.signInUrl(`${firstName.toLowerCase()}@arcadia.example`));
    expect(arrived.url()).toBe(this.portalUrl);
    return profile;
  }

  /** Through the portal's sign-in page and the identity provider, and back. */
  async signInAs(page: Page, colleague: Colleague): Promise<void> {
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: new RegExp(`^${colleague}`) }).click();
  }
}

interface AddedContract {
  readonly tenantId: string;
  readonly subscriptionId: string;
}

interface AdminCall {
  readonly data?: object;
  readonly by?: Colleague;
  readonly workspaceId?: string;
}

/**
 * Checks the page: heading, visible text, and accessibility in the given looks. Navigates by the portal's router, because
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
  window.expectNoComplaints();
}
