import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { partnerTenantId, World, withKey, withToken } from '../../../../tests/support/worlds/world.ts';
import { recordClientActivity } from '../../../actions/clients/record-activity.ts';
import { deleteOldRows } from '../../../actions/operations/delete-old-rows.ts';
import { standardRetention } from '../../../core/operations/retention.ts';
import { listClientHours, listClientRefusals } from '../../../storage/clients/activity.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.create();
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Integration manager');
});
afterAll(() => world.close());

const refusal = (code: string, seconds = 0) => ({
  refusedAt: new Date(world.clock.now().getTime() + seconds * 1_000),
  code,
  status: 404,
  method: 'GET',
  route: '/api/v1/entitlements/:tenantId',
  requestId: randomUUID(),
});

it('200: returns calls and refusals by hour, the limit and the latest refusals', async () => {
  const client = await world.client(workspaceId, { rateLimitPerMinute: 90 });
  const keyId = client.apiKey.split('_')[1] ?? '';
  const now = world.clock.now();
  const use = (calls: number, lastUsedAt: Date) => ({
    kind: 'api-key' as const,
    id: keyId,
    lastUsedAt,
    calls,
  });
  const context = { database: world.database, randomBytes };
  await recordClientActivity(context, [use(5, new Date(now.getTime() - 3_600_000))], []);
  await recordClientActivity(
    context,
    [use(7, now)],
    [{ client, count: 2, latest: [refusal('product.not_found'), refusal('request.rate_limited', 1)] }],
  );
  await recordClientActivity(context, [use(1, now)], []);
  const path = `/api-clients/${client.apiClientId}/activity`;
  const { body } = await user.call('GET', path);
  expect(body).toMatchObject({
    effectiveRateLimit: 90,
    rateLimitQuota: 6_000,
    lastUsedAt: now.toISOString(),
    calls: 13,
    refused: 2,
    hours: [
      { hour: '2026-11-15T08:00:00.000Z', calls: 5, refused: 0 },
      { hour: '2026-11-15T09:00:00.000Z', calls: 8, refused: 2 },
    ],
    refusals: [{ code: 'request.rate_limited' }, { code: 'product.not_found', status: 404 }],
  });
  const many = Array.from({ length: 100 }, (_, index) => refusal('plan.not_found', 2 + index));
  await recordClientActivity(context, [], [{ client, count: 250, latest: many }]);
  const after = (await user.call('GET', path)).body;
  expect([after.refused, after.refusals.length]).toEqual([252, 100]);
  expect(after.refusals.every(({ code }: { code: string }) => code === 'plan.not_found')).toBe(true);

  const stranger = await PortalUser.join(world, await world.workspace(), 'Integration manager');
  expect((await stranger.call('GET', path)).status).toBe(404);
  expect((await user.call('GET', `${path}?from=2020-01-01T00:00:00Z`)).status).toBe(400);
  const range = { from: new Date(0), until: new Date(now.getTime() + 86_400_000) };
  const later = { database: world.database, now: new Date(now.getTime() + 90 * 86_400_000) };
  await deleteOldRows('activity', standardRetention)(later);
  expect((await listClientHours(world.database, client, range)).map(({ calls }) => calls)).toEqual([8]);
});

it('a removed application credential is refused', async () => {
  const client = await world.client(workspaceId);
  const applicationId = world.application();
  await world.activate(client, applicationId);
  const token = await world.token(applicationId);
  const call = async () =>
    (await world.call('/api/v1/catalogue/products', { headers: withToken(token) })).status;
  expect(await call()).toBe(200);
  const path = `/api-clients/${client.apiClientId}/application-credentials`;
  const { credentialId } = (await user.call('GET', path)).body.items[0];
  const stranger = await PortalUser.join(world, await world.workspace(), 'Integration manager');
  expect((await stranger.call('DELETE', `/application-credentials/${credentialId}`)).status).toBe(404);
  expect((await user.call('DELETE', `/application-credentials/${credentialId}`)).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({
    action: 'application_credential.removed',
    subject: { kind: 'ApplicationCredential', id: credentialId },
    before: { applicationId, tenantId: partnerTenantId, status: 'Active' },
    after: null,
  });
  await expect.poll(call).toBe(401);
  expect((await user.call('GET', path)).body.items).toEqual([]);
  expect((await user.call('DELETE', `/application-credentials/${credentialId}`)).status).toBe(404);
});

it('every call is counted once, also when rate limited, and flushed when the service stops', async () => {
  const own = await World.create();
  const client = await own.client(await own.workspace(), { rateLimitPerMinute: 60 });
  const request = (product: string) =>
    own.call(`/api/v1/entitlements/${randomUUID()}?product=${product}`, { headers: withKey(client) });
  for (let call = 0; call < 62; call++) await request('lantern');
  await own.call('/api/v1/catalogue/products', { headers: { 'x-api-key': 'tsk_nobody' } });
  await own.service.stop();
  const range = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') };
  expect(await listClientHours(own.database, client, range)).toMatchObject([{ calls: 62, refused: 62 }]);
  const codes = (await listClientRefusals(own.database, client)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'request.rate_limited')).toHaveLength(2);
  expect(codes.filter((code) => code === 'product.not_found')).toHaveLength(60);
  await own.close();
});
