import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEncryptionKey, World } from '../../../../../tests/support/worlds/world.ts';
import { activeSigningKey } from '../../../../actions/entitlements/signed/signing-keys.ts';
import { announceChanges } from '../../../../storage/changes/changes.ts';

const day = 24 * 3_600_000;

let world: World;
let workspaceId: string;
let kid: string;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
});
afterAll(() => world.close());

const keys = (id = workspaceId, headers = {}) =>
  world.call(`/.well-known/tessera/${id}/jwks.json`, { headers });
const revoked = (headers = {}) => world.call(`/.well-known/tessera/${workspaceId}/revoked.jwt`, { headers });

describe('the published keys', () => {
  it('are none before anything was signed, and asking makes none', async () => {
    expect(await keys()).toMatchObject({ status: 200, body: { keys: [] } });
    expect(await revoked()).toMatchObject({ status: 404, body: { code: 'resource.not_found' } });
    expect((await keys()).body).toEqual({ keys: [] });
  });

  it('have the active key as soon as it is made', async () => {
    ({ kid } = await activeSigningKey(world.context, workspaceId, testEncryptionKey));
    await expect.poll(async () => (await keys()).body.keys[0]?.kid).toBe(kid);
    const answer = await keys(workspaceId.toUpperCase());
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.body.keys[0])).toEqual(['kty', 'crv', 'x', 'kid', 'use', 'alg']);
    const again = await keys(workspaceId, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it.each([
    [randomUUID(), 404],
    ['nobody', 400],
  ])('of %s: %i', async (id, status) => {
    expect((await keys(id)).status).toBe(status);
  });
});

describe('the revocation list', () => {
  const read = async (text: string) => {
    const { payload } = await jwtVerify(text, createLocalJWKSet((await keys()).body), {
      typ: 'tessera-revoked+jwt',
      issuer: `${world.service.url}/${workspaceId}`,
      currentDate: world.clock.now(),
    });
    return payload;
  };

  it('is signed, and the same for an hour', async () => {
    const answer = await revoked();
    expect(answer.headers.get('content-type')).toBe('application/jwt');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const { revoked: files, iat = 0, nextUpdate, exp } = await read(answer.text);
    expect(files).toEqual([]);
    expect([iat % 3_600, nextUpdate, exp]).toEqual([0, iat + 86_400, iat + 86_400]);
    const again = await revoked({ 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('has a revoked licence file until its grace period has ended', async () => {
    const now = world.clock.now();
    const licenceFileId = randomUUID();
    const file = {
      workspace_id: workspaceId,
      tenant_id: randomUUID(),
      product_id: randomUUID(),
      kid,
      token: 'a.b.c',
      entitlement_version: 1,
      issued_at: now,
      grace_seconds: 3_600,
      issued_by_kind: 'Member',
      issued_by_id: 'm',
      issued_by_name: 'Mara',
    };
    const revocation = { revoked_at: now, revoke_reason: 'lost' };
    const expires_at = new Date(now.getTime() + day);
    await world.database
      .insertInto('licence_files')
      .values([
        { ...file, ...revocation, licence_file_id: licenceFileId, expires_at },
        { ...file, licence_file_id: randomUUID(), expires_at },
      ])
      .execute();
    await announceChanges(world.database, [{ kind: 'settings', workspaceId }]);
    const seconds = (instant: Date) => Math.floor(instant.getTime() / 1_000);
    await expect
      .poll(async () => (await read((await revoked()).text)).revoked)
      .toEqual([{ jti: licenceFileId, exp: seconds(expires_at), revokedAt: seconds(now) }]);
    expect((await read((await revoked()).text)).iat).toBe(seconds(now));
    world.clock.forward(day + 2 * 3_600_000);
    expect((await read((await revoked()).text)).revoked).toEqual([]);
  });
});

it('limits what one address may ask', async () => {
  const asked = await Promise.all(Array.from({ length: 310 }, () => keys()));
  const refused = asked.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
  world.clock.forward(60_000);
});
