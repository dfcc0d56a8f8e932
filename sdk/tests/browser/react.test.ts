import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestBrowser } from '../../../tests/support/browser/browser.ts';
import { browserEntitlement } from '../../src/browser-entitlement.ts';
import { type FakeTessera, fakeTessera } from '../../src/testing.ts';
import { json, Peer, type ServiceResponse } from '../support/peer.ts';

const holding = {
  capabilities: ['scheduling'],
  limits: { pipelines: 25 },
  raw: { edition: { slug: 'standard', name: 'Standard', rank: 20 } },
};

let browser: TestBrowser;
let script: string;
let application: Peer;
let tessera: FakeTessera;
let initial: string;
/** The endpoint's answer if it is not the entitlement. */
let otherResponse: ServiceResponse | undefined;

beforeAll(async () => {
  const bundle = build({
    entryPoints: [fileURLToPath(new URL('../support/page.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  [browser, application] = await Promise.all([TestBrowser.open(), Peer.start()]);
  script = (await bundle).outputFiles[0]?.text ?? '';
  application.otherwise = async (response, request) => {
    if (request.path === '/entitlement') {
      const held = await tessera.entitlement('contoso');
      return (otherResponse ?? json(200, browserEntitlement(held, ['pipelines'])))(response, request);
    }
    const page = `<!doctype html><title>Page</title><link rel=icon href=data:,>
      <body data-initial='${initial}'><div id=root></div><script type=module>${script}</script>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
});
afterAll(async () => {
  await browser.close();
  await application.close();
});
beforeEach(() => {
  tessera = fakeTessera().tenant('contoso').has(holding);
  initial = 'null';
  otherResponse = undefined;
  application.received.length = 0;
});

const textOf = (page: Page) => page.locator('#root').innerText();
const reads = () => application.received.filter(({ path }) => path === '/entitlement').length;

describe('TesseraProvider', () => {
  it('shows what the endpoint answers, and reads it again when the page becomes visible', () =>
    browser.visit(async (page) => {
      await page.goto(application.url);
      await page.getByText('Schedule').waitFor();
      expect(await textOf(page)).toBe('standard, 25, no error\n\nSchedule');

      tessera.tenant('contoso').hasNothing();
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText('Upgrade').waitFor();
      expect(await textOf(page)).toBe('unknown, no limit, no error\n\nUpgrade');
      expect(reads()).toBe(2);
    }));

  it('shows neither content nor fallback before the endpoint has answered', () =>
    browser.visit(async (page) => {
      let answer = () => {};
      otherResponse = (response, request) => {
        answer = () => json(200, { capabilities: [], limits: {} })(response, request);
      };
      await page.goto(application.url);
      await expect.poll(reads).toBe(1);
      expect(await textOf(page)).toBe('unknown, no limit, no error');
      answer();
      await page.getByText('Upgrade').waitFor();
    }));

  it('keeps the entitlement while the endpoint fails', () =>
    browser.visit(async (page) => {
      await page.goto(application.url);
      await page.getByText('Schedule').waitFor();
      otherResponse = json(503, {});
      await page.getByRole('button').click();
      await page.getByText('/entitlement answered 503').waitFor();
      expect(await textOf(page)).toBe('standard, 25, /entitlement answered 503\n\nSchedule');

      otherResponse = json(200, 'something else');
      await page.getByRole('button').click();
      await page.getByText('did not answer with browserEntitlement').waitFor();
      otherResponse = undefined;
      await page.getByRole('button').click();
      await page.getByText('no error').waitFor();
    }));

  it('shows the fallback if the first answer fails', () =>
    browser.visit(async (page) => {
      otherResponse = json(503, {});
      await page.goto(application.url);
      await page.getByText('Upgrade').waitFor();
    }));

  it('uses the entitlement of a page that the server rendered, without a request', () =>
    browser.visit(async (page) => {
      initial = JSON.stringify(browserEntitlement(await tessera.entitlement('contoso'), ['pipelines']));
      await page.goto(application.url);
      await page.getByText('Schedule').waitFor();
      expect(reads()).toBe(0);
    }));
});
