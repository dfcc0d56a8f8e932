import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Browsing } from '../../../tests/support/browser/browsing.ts';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { SilenceableProxy } from '../../../tests/support/nodes/silenceable-proxy.ts';
import { partnerTenantId, World } from '../../../tests/support/worlds/world.ts';

const ada = {
  objectId: randomUUID(),
  tenantId: partnerTenantId,
  name: 'Ada',
  preferredUsername: 'ada@partner.example',
};

let world: World;
let proxy: SilenceableProxy;
beforeAll(async () => {
  const databaseUrl = new URL(await createDatabase(inject('postgresUrl')));
  proxy = await SilenceableProxy.start({ host: databaseUrl.hostname, port: Number(databaseUrl.port) });
  databaseUrl.host = `127.0.0.1:${proxy.port}`;
  world = await World.create({ databaseUrl: databaseUrl.href });
  world.idp.registerUser(ada);
});
afterAll(async () => {
  await world?.close();
  await proxy?.close();
});

/** Runs while connections to the database are refused. */
async function whileRefused(use: () => Promise<void>): Promise<void> {
  proxy.refuse();
  try {
    await use();
  } finally {
    proxy.accept();
  }
}

async function expectReadable503(page: Response): Promise<void> {
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await page.text();
  expect(text).toContain('The service is temporarily unavailable');
  expect(text).toContain('load this page again in a few seconds');
  expect(text).toContain(page.headers.get('x-request-id'));
}

/** Signs in up to the redirect back, which the browser has not followed yet. */
async function answeredSignIn(browser: Browsing): Promise<string> {
  const begun = await browser.get(
    `${world.service.url}/api/admin/v1/sign-in?loginHint=${ada.preferredUsername}`,
  );
  const answered = await browser.get(begun.headers.get('location') ?? '');
  return answered.headers.get('location') ?? '';
}

it('the landing page and the confirmation page return 503 with Retry-After while the database is unavailable', async () => {
  const addresses = [
    `/marketplace/landing/${randomUUID()}?token=abc`,
    `/marketplace/landing/${randomUUID()}/sign-in?token=abc`,
    `/support-addresses/confirm?token=${'a'.repeat(64)}`,
  ];
  await whileRefused(async () => {
    for (const address of addresses) {
      await expectReadable503(await fetch(`${world.service.url}${address}`, { redirect: 'manual' }));
    }
  });
});

it('a portal sign-in returns 503 with Retry-After, and the same response succeeds once the database is back', async () => {
  const browser = new Browsing();
  const callback = await answeredSignIn(browser);
  await whileRefused(async () => expectReadable503(await browser.get(callback)));
  // Ada is not a member: the 403 shows that the sign-in itself was used.
  await expect.poll(async () => (await browser.twin().get(callback)).status).toBe(403);
});

it('a sign-in link returns 503 with Retry-After while the database is unavailable', async () => {
  await whileRefused(async () => {
    const answer = await world.call(`/api/admin/v1/sign-in/link?token=${'a'.repeat(64)}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});
