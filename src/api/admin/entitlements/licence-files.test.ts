import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { Installation } from '../../../../tests/support/worlds/installation.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { readArmour } from '../../../core/entitlements/signed/armour.ts';
import { verifyCompact } from '../../../secrets/ed25519.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
let viewer: PortalUser;
let stranger: PortalUser;
const day = 24 * 3_600_000;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  done(await addProduct(world.context, workspaceId, product('archive', { plans: [plan('basic')] })));
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  viewer = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});
afterAll(() => world.close());

async function customer(rest: { validUntil?: Date | null; renewsItself?: boolean } = {}): Promise<string> {
  const tenantId = newTenant();
  await subscribe(world, workspaceId, { tenantId, ...rest });
  return tenantId;
}

const issue = (body: object, by = user) =>
  by.call('POST', '/licence-files', { body: { product: 'forum', months: 12, ...body } });
const preview = (body: object, by = user) =>
  by.call('POST', '/licence-files/preview', { body: { product: 'forum', months: 12, ...body } });
const revoke = (id: string, reason = 'The machine was sold.', by = user) =>
  by.call('POST', `/licence-files/${id}/revoke`, { body: { reason } });
const download = (id: string, by = user) => by.call('GET', `/licence-files/${id}/file`);
const list = async (query: string, by = user) => (await by.call('GET', `/licence-files?${query}`)).body;

/** The claims of a downloaded file, verified with the public key of the workspace. */
async function verified(text: string) {
  const token = readArmour('LICENCE', text) ?? '';
  const key = await world.database
    .selectFrom('signing_keys')
    .select(['kid', 'public_x as x'])
    .where('workspace_id', '=', workspaceId)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow();
  const payload = verifyCompact(token, 'tessera-entitlement+jwt', key);
  return payload === undefined ? undefined : JSON.parse(payload);
}

/** The ids of the revocation list, which other nodes cache. */
async function revokedIds(): Promise<readonly string[]> {
  const { text } = await world.call(`/.well-known/tessera/${workspaceId}/revoked.jwt`);
  const { revoked } = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
  return revoked.map(({ jti }: { jti: string }) => jti);
}

const events = async (tenantId: string) => {
  const rows = await world.database
    .selectFrom('events')
    .select(['type', 'data'])
    .where('workspace_id', '=', workspaceId)
    .where('type', 'like', 'licence.%')
    .orderBy('event_id')
    .execute();
  return rows.filter(({ data }) => (data as unknown as { tenantId: string }).tenantId === tenantId);
};

/** Adds as many files, all like this one. */
async function copy(licenceFileId: string, count: number): Promise<void> {
  await sql`
    insert into licence_files (workspace_id, licence_file_id, tenant_id, product_id, kid, token, entitlement_version,
      issued_at, expires_at, grace_seconds, issued_by_kind, issued_by_id, issued_by_name, revoked_at, revoke_reason)
    select workspace_id, gen_random_uuid(), tenant_id, product_id, kid, token, entitlement_version,
      issued_at, expires_at, grace_seconds, issued_by_kind, issued_by_id, issued_by_name, revoked_at, revoke_reason
    from licence_files cross join generate_series(1, ${count})
    where workspace_id = ${workspaceId} and licence_file_id = ${licenceFileId}`.execute(world.database);
}

const actions = async (tenantId: string) =>
  (await user.call('GET', `/audit-log?tenantId=${tenantId}&limit=50`)).body.items
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('licence_file.'));

describe('a licence file', () => {
  it('201: is bound to the installation of a request file, listed, downloaded and verified', async () => {
    const tenantId = await customer();
    const installation = new Installation('Plant 7');
    const requestFile = installation.requestFile('forum', world.clock.now());
    const { status, body } = await issue({ tenantId: tenantId.toUpperCase(), requestFile, months: 1 });
    expect(status).toBe(201);
    expect(body).toEqual({
      licenceFileId: expect.any(String),
      tenantId,
      customer: tenantId,
      product: 'forum',
      version: expect.any(Number),
      issuedAt: expect.any(String),
      issuedBy: { kind: 'Member', id: user.memberId, name: expect.any(String) },
      expiresAt: expect.any(String),
      graceEndsAt: new Date(Date.parse(body.expiresAt) + 30 * day).toISOString(),
      installation: { name: 'Plant 7', thumbprint: installation.key.kid },
      state: 'Active',
      revokedAt: null,
      revokedBy: null,
      revokeReason: null,
      replaces: null,
    });
    const { items, total } = await list(`tenantId=${tenantId}&product=forum`);
    expect(items).toEqual([body]);
    expect(total).toEqual({ count: 1, isExact: true });
    expect((await user.call('GET', `/licence-files/${body.licenceFileId}`)).body).toEqual(body);
    expect((await list(`tenantId=${tenantId}&product=archive`)).items).toEqual([]);

    const file = await download(body.licenceFileId);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="forum-${tenantId}.tessera-licence"`,
    );
    expect((await download(body.licenceFileId)).text).toBe(file.text);
    const claims = await verified(file.text);
    const { text } = await world.call(`/api/v1/entitlements/${tenantId}?product=forum`, {
      headers: { 'x-api-key': (await world.client(workspaceId)).apiKey },
    });
    const { evaluatedAt: _, plans, ...entitlement } = JSON.parse(text);
    expect(claims).toEqual({
      iss: expect.stringMatching(new RegExp(`^http://.*/${workspaceId}$`)),
      aud: 'forum',
      sub: tenantId,
      jti: body.licenceFileId,
      iat: Date.parse(body.issuedAt) / 1_000,
      nbf: Date.parse(body.issuedAt) / 1_000,
      exp: Date.parse(body.expiresAt) / 1_000,
      ver: entitlement.version,
      ent: { ...entitlement, plans: plans.map((plan: object) => ({ ...plan, limits: expect.any(Object) })) },
      grace: 30 * 24 * 3_600,
      after: 'ReadOnly',
      mode: 'Offline',
      bind: installation.key.kid,
    });
    expect(await actions(tenantId)).toEqual(['licence_file.issued']);
    expect(await events(tenantId)).toMatchObject([
      {
        type: 'licence.issued',
        data: {
          workspaceId,
          tenantId,
          product: { slug: 'forum' },
          licenceFileId: body.licenceFileId,
          expiresAt: body.expiresAt,
          installation: { name: 'Plant 7', thumbprint: installation.key.kid },
        },
      },
    ]);
  });

  it('201: ends with a contract that does not renew itself; 409 beyond it', async () => {
    const validUntil = new Date(world.clock.now().getTime() + 45 * day);
    const tenantId = await customer({ validUntil });
    const beyond = await issue({ tenantId, months: 3 });
    expect(beyond.status).toBe(409);
    expect(beyond.body).toMatchObject({ code: 'licence_file.past_contract_end', args: { maximumMonths: 2 } });
    const { body } = await issue({ tenantId, months: 2 });
    expect(Date.parse(body.expiresAt)).toBe(Math.floor(validUntil.getTime() / 1_000) * 1_000);
    const { body: unbound } = await issue({ tenantId: await customer(), months: 13 });
    expect(unbound.installation).toBeNull();
  });

  it('is previewed: its end and installation, or the refusal; nothing is issued', async () => {
    const validUntil = new Date(world.clock.now().getTime() + 45 * day);
    const tenantId = await customer({ validUntil });
    const installation = new Installation('Plant 7');
    const requestFile = installation.requestFile('forum', world.clock.now());
    const { status, body } = await preview({ tenantId, months: 2, requestFile });
    expect(status).toBe(200);
    expect(Date.parse(body.expiresAt)).toBe(Math.floor(validUntil.getTime() / 1_000) * 1_000);
    expect(body.installation).toEqual({ name: 'Plant 7', thumbprint: installation.key.kid });
    expect((await preview({ tenantId, months: 1 })).body.installation).toBeNull();
    expect((await preview({ tenantId, months: 3 })).body.code).toBe('licence_file.past_contract_end');
    expect((await preview({ tenantId, requestFile: 'text' })).body.args).toEqual({ check: 'Format' });
    expect((await preview({ tenantId }, viewer)).status).toBe(403);
    expect((await list(`tenantId=${tenantId}`)).items).toEqual([]);
  });

  it.each<[number, string, (tenantId: string) => object]>([
    [409, 'entitlement.nothing_to_sign', () => ({ tenantId: newTenant() })],
    [409, 'entitlement.nothing_to_sign', (tenantId) => ({ tenantId, product: 'archive' })],
    [404, 'product.not_found', (tenantId) => ({ tenantId, product: 'unknown' })],
    [422, 'licence_file.months_out_of_range', (tenantId) => ({ tenantId, months: 14 })],
    [422, 'licence_file.months_out_of_range', (tenantId) => ({ tenantId, months: 0 })],
    [400, 'request.validation_failed', (tenantId) => ({ tenantId, months: 1.5 })],
    [422, 'licence_file.request_invalid', (tenantId) => ({ tenantId, requestFile: 'text' })],
    [404, 'licence_file.not_found', (tenantId) => ({ tenantId, replaces: randomUUID() })],
  ])('%i %s: %#', async (status, code, bodyFor) => {
    const refused = await issue(bodyFor(await customer()));
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });

  it('422: names the check of the request file that failed', async () => {
    const tenantId = await customer();
    const now = world.clock.now();
    const installation = new Installation();
    const whole = installation.requestFile('forum', now);
    const other = new Installation();
    const stolen = other.requestFile('forum', now, {
      jwk: { kty: 'OKP', crv: 'Ed25519', x: installation.key.x },
    });
    const signature = whole.split('.').at(-1) ?? '';
    const broken = whole.replace(signature, other.requestFile('forum', now).split('.').at(-1) ?? '');
    for (const [requestFile, check] of [
      [installation.requestFile('archive', now), 'Product'],
      [installation.requestFile('forum', new Date(now.getTime() - 91 * day)), 'Age'],
      [stolen, 'Thumbprint'],
      [broken, 'Signature'],
      [whole.replace('REQUEST', 'LICENCE'), 'Format'],
    ]) {
      const { status, body } = await issue({ tenantId, requestFile });
      expect([status, body.code, body.args?.check]).toEqual([422, 'licence_file.request_invalid', check]);
    }
    const windows = await issue({ tenantId, requestFile: `\r\n${whole.replaceAll('\n', '\r\n')}  ` });
    expect(windows.status).toBe(201);
  });

  it('is revoked once, however many ask at a time', async () => {
    const tenantId = await customer();
    const { licenceFileId } = (await issue({ tenantId })).body;
    expect(await revokedIds()).not.toContain(licenceFileId);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => revoke(licenceFileId, `Reason ${number}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'licence_file.already_revoked',
      args: { revokedAt: expect.any(String) },
    });
    const [file] = (await list(`tenantId=${tenantId}`)).items;
    expect(file).toMatchObject({
      state: 'Revoked',
      revokedBy: { id: user.memberId },
      revokeReason: expect.stringMatching(/^Reason/),
    });
    expect(await events(tenantId)).toMatchObject([
      { type: 'licence.issued' },
      { type: 'licence.revoked', data: { licenceFileId, reason: file.revokeReason } },
    ]);
    expect((await download(licenceFileId)).status).toBe(200);
    await expect.poll(revokedIds).toContain(licenceFileId);
  });

  it('is replaced by one other file, however many ask at a time, and never after a revocation', async () => {
    const tenantId = await customer();
    const { licenceFileId: replaces } = (await issue({ tenantId })).body;
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => issue({ tenantId, replaces })),
      revoke(replaces, 'At the same time.'),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { items } = await list(`tenantId=${tenantId}&sort=issuedAt`);
    const [first, second] = items;
    if (items.length === 2) {
      expect(first).toMatchObject({ state: 'Replaced', revokeReason: 'replaced' });
      expect(second).toMatchObject({ state: 'Active', replaces });
    } else expect(first).toMatchObject({ state: 'Revoked' });
    await expect.poll(revokedIds).toContain(replaces);
    const types = (await events(tenantId)).map(({ type }) => type).sort();
    expect(types).toEqual([...items.map(() => 'licence.issued'), 'licence.revoked']);
  });

  it('404: is of its customer and product when it is replaced', async () => {
    const { licenceFileId: replaces } = (await issue({ tenantId: await customer() })).body;
    const refused = await issue({ tenantId: await customer(), replaces });
    expect([refused.status, refused.body.code]).toEqual([404, 'licence_file.not_found']);
  });

  it('403 and 404: belongs to its workspace and the role Subscription support', async () => {
    const tenantId = await customer();
    const { licenceFileId } = (await issue({ tenantId })).body;
    expect((await list(`tenantId=${tenantId}`, viewer)).items).toHaveLength(1);
    expect((await issue({ tenantId }, viewer)).status).toBe(403);
    expect((await download(licenceFileId, viewer)).status).toBe(403);
    expect((await revoke(licenceFileId, 'No.', viewer)).status).toBe(403);
    expect((await list(`tenantId=${tenantId}`, stranger)).items).toEqual([]);
    expect((await download(licenceFileId, stranger)).body.code).toBe('licence_file.not_found');
    expect((await revoke(licenceFileId, 'No.', stranger)).body.code).toBe('licence_file.not_found');
  });

  it('409: a customer has a thousand of a product at most; one more may replace another', async () => {
    const tenantId = await customer();
    const { licenceFileId: replaces } = (await issue({ tenantId })).body;
    await copy(replaces, 999);
    const refused = await issue({ tenantId });
    expect(refused.body).toMatchObject({ code: 'licence_file.too_many', args: { limit: 1_000 } });
    expect((await issue({ tenantId, replaces })).status).toBe(201);
  });

  it('409: a customer cannot fill the revocation list of all by replacing and revoking', async () => {
    const tenantId = await customer();
    const { licenceFileId: revoked } = (await issue({ tenantId })).body;
    await revoke(revoked);
    await copy(revoked, 4_998);
    const { body: last } = await issue({ tenantId });
    for (const replaces of [undefined, last.licenceFileId]) {
      const refused = await issue({ tenantId, replaces });
      expect(refused.body).toMatchObject({ code: 'licence_file.too_many_revoked', args: { limit: 5_000 } });
    }
    expect((await issue({ tenantId: await customer() })).status).toBe(201);
    expect((await revoke(last.licenceFileId)).status).toBe(200);
    // For the other tests, which read the list.
    await world.database.deleteFrom('licence_files').where('tenant_id', '=', tenantId).execute();
  });

  it('400: the reason of a replacement is not one for a revocation', async () => {
    const { licenceFileId } = (await issue({ tenantId: await customer() })).body;
    const { status, body } = await revoke(licenceFileId, 'replaced');
    expect([status, body.code]).toEqual([400, 'request.validation_failed']);
    expect((await user.call('GET', `/licence-files/${licenceFileId}`)).body.state).toBe('Active');
  });
});
