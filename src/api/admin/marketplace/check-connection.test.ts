import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { FulfilmentWorld } from '../../../../tests/support/worlds/fulfilment-world.ts';

let shop: FulfilmentWorld;
let user: PortalUser;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
  user = await PortalUser.join(shop.world, shop.workspaceId, 'Partner administrator');
  await shop.bought();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const one = () => `/marketplace-connections/${shop.connectionId}`;
interface Finding {
  readonly check: string;
  readonly outcome: string;
  readonly what: string;
}
async function check(): Promise<{ outcomes: string[]; findings: Finding[] }> {
  const { status, body } = await user.call('POST', `${one()}/check`);
  expect(status).toBe(200);
  const { findings } = body as { findings: Finding[] };
  return { findings, outcomes: findings.map((finding) => `${finding.check} ${finding.outcome}`) };
}
const change = (body: object) => user.call('PATCH', one(), { body, headers: { 'if-match': '*' } });

it('200: runs every check, lists the failures, and stores them until the next check', async () => {
  const count = await user.auditCount();
  const { findings, outcomes } = await check();
  expect(outcomes).toEqual([
    'credential Fine',
    'credentialEnd Warning',
    'fulfilment Fine',
    'plans Warning',
    'dimensions Fine',
    'metering Fine',
    'webhook Warning',
    'landingPage Fine',
  ]);
  expect(findings[3]?.what).toContain('The plan unmapped of the offer forum');
  expect(await user.auditCount()).toBe(count);
  const stored = (await user.call('GET', one())).body;
  expect([stored.state, stored.lastCheck.findings]).toEqual(['Warning', findings]);

  const call = { id: 'o', subscriptionId: 's', action: 'Renew' };
  expect((await shop.post(call, await shop.callerToken())).status).toBe(200);
  shop.sold({ planId: 'unmapped' });
  expect((await change({ credentialEndsAt: '2030-01-01T00:00:00Z' })).body).toMatchObject({
    state: 'Warning',
    lastCheck: { findings },
  });
  expect((await check()).outcomes).toEqual([
    'credential Fine',
    'credentialEnd Fine',
    'fulfilment Fine',
    'plans Failing',
    'dimensions Fine',
    'metering Fine',
    'webhook Fine',
    'landingPage Fine',
  ]);
});

it('distinguishes an unavailable marketplace from wrong settings', async () => {
  shop.marketplace.setFault({ kind: 'failing' });
  expect((await check()).outcomes).toEqual(
    expect.arrayContaining(['credential Fine', 'fulfilment Warning', 'plans NotChecked', 'metering Warning']),
  );
  shop.marketplace.clearFaults();
  shop.marketplace.setFault({ kind: 'forbidden' });
  expect((await check()).outcomes).toEqual(
    expect.arrayContaining(['credential Fine', 'fulfilment Failing', 'metering Failing']),
  );
});

it('a refused secret skips the checks that need a token', async () => {
  await change({ credential: { kind: 'secret', clientSecret: 'wrong' } });
  const { findings, outcomes } = await check();
  expect(outcomes).toEqual(
    expect.arrayContaining([
      'credential Failing',
      'fulfilment NotChecked',
      'metering NotChecked',
      'webhook Fine',
    ]),
  );
  expect(findings[0]?.what).toContain('invalid_client');
  await shop.world.database
    .updateTable('marketplace_connections')
    .set({ sealed_client_secret: Buffer.from('x') })
    .execute();
  expect((await check()).findings[0]?.what).toContain('ENCRYPTION_KEY');
});

it('404: a connection of another workspace', async () => {
  const stranger = await PortalUser.join(shop.world, await shop.world.workspace(), 'Partner administrator');
  expect((await stranger.call('POST', `${one()}/check`)).status).toBe(404);
});
