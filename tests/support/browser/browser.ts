import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { shiftedDate, testAge } from '../run/test-time.ts';
import { browserFiles } from './browser-files.ts';

/** A width and a colour scheme in which pages are checked. */
interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

const wideLook: Look = { width: 1440, colorScheme: 'light' };
const narrowLook: Look = { width: 390, colorScheme: 'dark' };
/** Every combination of width and scheme with EVERY_LOOK=1. */
const furtherLooks: readonly Look[] = process.env.EVERY_LOOK
  ? [
      { width: 390, colorScheme: 'light' },
      { width: 1440, colorScheme: 'dark' },
    ]
  : [];
/** The test continues in the wide window. */
const everyLook = [...furtherLooks, narrowLook, wideLook];
const height = 900;
/** Restores the original width and scheme. */
const ordinaryLook = { viewport: { width: 1440, height }, colorScheme: 'light' } as const;

const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Starting a browser takes a second of CPU time, so the files of a worker share one. */
let running: Promise<Browser> | undefined;

/** Browser profiles; opened once per test file. */
export class TestBrowser {
  readonly #browser: Browser;
  readonly #profiles: BrowserContext[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<TestBrowser> {
    running ??= browserFiles().then((files) => chromium.launch(files));
    return new TestBrowser(await running);
  }

  async close(): Promise<void> {
    await Promise.all(this.#profiles.map((profile) => profile.close()));
  }

  /** A window of a new profile. Console errors fail the visit. */
  async visit<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
    const profile = await this.openProfile();
    try {
      return await visitIn(profile, use);
    } finally {
      await profile.close();
    }
  }

  /** Windows of one profile share cookies and cache. */
  async openProfile(): Promise<BrowserContext> {
    const profile = await this.#browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...ordinaryLook,
    });
    profile.setDefaultTimeout(60_000);
    // The browser's time is the demo's.
    if (testAge !== 0) await profile.addInitScript(shiftedDate(testAge));
    this.#profiles.push(profile);
    return profile;
  }
}

/** A new window is a new process, which compiles the portal again, so the next visit reuses the window of the last. */
const idleWindows = new WeakMap<BrowserContext, BrowserWindow[]>();

/** Console errors fail the visit. */
export async function visitIn<Result>(
  profile: BrowserContext,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const idle = idleWindows.get(profile) ?? [];
  idleWindows.set(profile, idle);
  const window = idle.pop() ?? new BrowserWindow(await profile.newPage());
  const { page } = window;
  try {
    const result = await use(page);
    window.expectNoComplaints();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.setViewportSize(ordinaryLook.viewport);
    idle.push(window);
    return result;
  } catch (error) {
    await page.close();
    throw error;
  }
}

/** A page with its console errors: violations of the content security policy, script errors. */
export class BrowserWindow {
  readonly page: Page;
  readonly #complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('console', (message) => {
      // The error status of a page is not an error of the page.
      const isStatus = message.text().startsWith('Failed to load resource: the server responded');
      // The mailbox does not run the script that shifts the time.
      const isShift = testAge !== 0 && message.text().startsWith('Blocked script execution');
      if (message.type() === 'error' && !isStatus && !isShift) this.#complaints.push(message.text());
    });
  }

  /** None since the last call. */
  expectNoComplaints(): void {
    expect(this.#complaints.splice(0)).toEqual([]);
  }
}

/** The minified build: every examined document parses it. */
const axe = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Skips data that only reports need, and does not load style sheets and media again. */
const axeOptions = {
  runOnly: accessibilityRules,
  resultTypes: ['violations'],
  selectors: false,
  preload: false,
};
/** The page behind a modal dialog is examined when no dialog is open. */
const examination = `(() => {
  const modals = document.querySelectorAll('[role=dialog][aria-modal=true]');
  return axe.run(modals.length > 0 ? modals : document, ${JSON.stringify(axeOptions)});
})()`;

/** Accessibility violations of the current page, with their elements. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await axe);
  const found: AxeResults = await page.evaluate(examination);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** After two frames the new size and scheme apply; transitions are skipped. */
const settle = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
  for (const animation of document.getAnimations()) {
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
  }
})`;

/** Of a modal dialog: horizontal overflow, submit buttons out of sight, and buttons and badges whose text is cut off. */
const hidden = `[...document.querySelectorAll('[role=dialog][aria-modal=true]')].flatMap((dialog) => {
  const frame = dialog.getBoundingClientRect();
  const isHidden = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const label = element.querySelector('.mantine-Button-label, .mantine-Badge-label');
    const isOutside = top < frame.top || bottom > Math.min(frame.bottom, window.innerHeight);
    return (element.type === 'submit' && isOutside) || (label !== null && label.scrollWidth > label.clientWidth + 1);
  };
  const elements = [...dialog.querySelectorAll('button, .mantine-Badge-root')].filter(isHidden);
  return [...(dialog.scrollWidth > dialog.clientWidth ? [dialog] : []), ...elements].map((one) => one.textContent);
})`;

/**
 * In each look no accessibility violation (WCAG 2.2 AA), and what `expectFits` checks. Once for each page, dialog and
 * state, because an examination takes long: the pages in `portal-pages.ts` are examined by `portal.test.ts`.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInEveryLook(page, violations);
}

/** In each look no horizontal overflow, and a dialog that can be read and submitted. */
export async function expectFits(page: Page): Promise<void> {
  await expectInEveryLook(page, async () => []);
}

async function expectInEveryLook(
  page: Page,
  examine: (page: Page) => Promise<readonly string[]>,
): Promise<void> {
  // A tooltip under the mouse would be examined with the page.
  await page.mouse.move(0, 0);
  for (const { width, colorScheme } of everyLook) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settle);
    const found = await examine(page);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    const readable = { width, colorScheme, found: [], overflow: 0, hidden: [] };
    expect({ width, colorScheme, found, overflow, hidden: await page.evaluate(hidden) }).toEqual(readable);
  }
}
