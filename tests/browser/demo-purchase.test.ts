import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Demo } from '../../src/start-demo.ts';
import { TestBrowser } from '../support/browser/browser.ts';
import { buyForum, readForum } from '../support/worlds/demo-purchase.ts';
import { startTestDemo } from '../support/worlds/test-demo.ts';

let demo: Demo;
let browser: TestBrowser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startTestDemo(), TestBrowser.open()]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

it('the demo turns a marketplace purchase into an active entitlement', async () => {
  expect((await readForum(demo.facts)).status).toBe('None');
  await buyForum(browser, demo.facts);
  expect(await readForum(demo.facts)).toMatchObject({ status: 'Active', quantity: 7 });
});
