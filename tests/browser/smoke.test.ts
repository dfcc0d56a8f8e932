import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserWindow } from '../support/browser/browser.ts';
import { expectPage, PortalDemo } from '../support/browser/portal-demo.ts';
import { portalPages } from '../support/browser/portal-pages.ts';
import { buyForum, readForum } from '../support/worlds/demo-purchase.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

/** `portal.test.ts` examines their accessibility and their looks. */
describe('every page', () => {
  let window: BrowserWindow;
  beforeAll(async () => {
    window = await demo.openWindow('Mara Voss');
  });
  afterAll(() => window?.page.close());

  it.each(portalPages)('$name', (page) => expectPage(demo, window, page));
});

it('the demo turns a marketplace purchase into an active entitlement', async () => {
  expect((await readForum(demo.facts)).status).toBe('None');
  await buyForum(demo.browser, demo.facts);
  expect(await readForum(demo.facts)).toMatchObject({ status: 'Active', quantity: 7 });
});
