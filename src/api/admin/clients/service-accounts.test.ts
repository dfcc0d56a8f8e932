import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { warnEndingKeys } from '../../../actions/clients/warn-ending-keys.ts';
import { type NoticeFacts, noticeTexts } from '../../../core/workspaces/notice-texts.ts';

const day = 24 * 3_600_000;

let world: World;
let workspaceId: string;
let administrator: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.emptyWorkspace('Starter');
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

const add = (name: string, role = 'Viewer') =>
  administrator.call('POST', '/service-accounts', { body: { name, role } });
const accountOf = async (name: string) => `/service-accounts/${(await add(name)).body.serviceAccountId}`;
const issue = (account: string, body: object = {}) => administrator.call('POST', `${account}/keys`, { body });
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * day).toISOString();
const remove = (account: string) => administrator.call('DELETE', account);
const statusWith = async (key: string) =>
  (await world.call('/api/admin/v1/service-account', { headers: { authorization: `Bearer ${key}` } })).status;

describe('a service account', () => {
  it('is added, listed, read and removed, with audit entries', async () => {
    const { status, body } = await add(' Catalogue pipeline ', 'Catalogue manager');
    expect([status, body]).toMatchObject([
      201,
      { name: 'Catalogue pipeline', role: 'Catalogue manager', lastUsedAt: null },
    ]);
    const account = `/service-accounts/${body.serviceAccountId}`;
    expect(await administrator.lastAudit()).toMatchObject({
      action: 'service_account.added',
      subject: { kind: 'ServiceAccount', id: body.serviceAccountId },
      after: { name: 'Catalogue pipeline', role: 'Catalogue manager' },
    });
    expect((await administrator.call('GET', '/service-accounts')).body.items).toEqual([body]);
    expect((await administrator.call('GET', account)).body).toEqual(body);
    expect((await remove(account)).status).toBe(204);
    expect((await remove(account)).body.args).toEqual({
      kind: 'service account',
      parameter: 'serviceAccountId',
    });
    expect((await administrator.lastAudit()).before).toEqual({
      name: 'Catalogue pipeline',
      role: 'Catalogue manager',
    });
  });

  it.each([
    ['a blank name', '  ', 'Viewer'],
    ['two lines', 'one\ntwo', 'Viewer'],
    ['a long name', 'x'.repeat(101), 'Viewer'],
    ['an unknown role', 'Fine', 'Owner'],
  ])('400: %s', async (_case, name, role) => {
    expect((await add(name, role)).body.code).toBe('request.validation_failed');
  });

  it('400: a name that is taken, in any case; 409: more than the plan allows', async () => {
    const { body } = await add('Nightly');
    expect((await add('NIGHTLY')).body.args.issues).toMatchObject([{ path: 'name', rule: 'unique' }]);
    const others = await Promise.all(Array.from({ length: 6 }, () => add(randomUUID())));
    expect(others.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409]);
    expect(others.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'workspace.limit_reached',
      args: { kind: 'service accounts', limit: 5 },
    });
    const all = [body, ...others.filter(({ status }) => status === 201).map((other) => other.body)];
    for (const { serviceAccountId } of all) await remove(`/service-accounts/${serviceAccountId}`);
  });
});

describe('a key', () => {
  it('is shown once, stored as a hash, and expires after 90 days by default', async () => {
    const account = await accountOf(randomUUID());
    const { status, body } = await issue(account);
    expect([status, body.key]).toEqual([201, expect.stringMatching(/^tsa_[0-9A-Za-z]{11}_[0-9A-Za-z]{49}$/)]);
    expect(body.expiresAt).toBe(inDays(90));
    expect(await statusWith(body.key)).toBe(200);
    const listed = await administrator.call('GET', `${account}/keys`);
    expect(listed.body.items).toMatchObject([{ keyId: body.keyId, status: 'Active' }]);
    const rows = await world.database.selectFrom('api_keys').selectAll().execute();
    const log = await administrator.call('GET', '/audit-log');
    const secret = body.key.split('_')[2];
    expect([listed.text, JSON.stringify(rows), log.text].some((text) => text.includes(secret))).toBe(false);
    await remove(account);
  });

  it('has a name, which is renamed, kept by a rotation, and audited', async () => {
    const account = await accountOf('Named pipeline');
    const { keyId } = (await issue(account, { name: 'Runner 1' })).body;
    expect((await administrator.lastAudit()).after).toMatchObject({ keyName: 'Runner 1' });
    await administrator.call('POST', `${account}/keys/${keyId}/rotate`, { body: {} });
    const renamed = await administrator.call('PATCH', `${account}/keys/${keyId}`, { body: { name: null } });
    expect(renamed.body).toEqual({ keyId, name: null, allowedNetworks: null });
    expect(await administrator.lastAudit()).toMatchObject({
      action: 'service_account_key.renamed',
      subject: { kind: 'ServiceAccountKey', id: keyId, name: 'Runner 1' },
      before: { serviceAccountName: 'Named pipeline', name: 'Named pipeline', keyName: 'Runner 1' },
      after: { serviceAccountName: 'Named pipeline', name: 'Named pipeline', keyName: null },
    });
    const { items } = (await administrator.call('GET', `${account}/keys`)).body;
    expect(items.map(({ name }: { name: string | null }) => name)).toEqual(['Runner 1', null]);
    const other = await accountOf(randomUUID());
    const foreign = await administrator.call('PATCH', `${other}/keys/${keyId}`, { body: { name: 'Mine' } });
    expect(foreign.status).toBe(404);
    await remove(account);
    await remove(other);
  });

  it.each([
    ['a year', 365, 201],
    ['more than a year', 367, 400],
    ['the past', -1, 400],
  ])('%s: %i days is %i', async (_case, days, status) => {
    const account = await accountOf(randomUUID());
    expect((await issue(account, { expiresAt: inDays(days) })).status).toBe(status);
    await remove(account);
  });

  it('is rotated with overlap, and without', async () => {
    const account = await accountOf(randomUUID());
    const { body: first } = await issue(account);
    const rotate = (keyId: string, body: object = {}) =>
      administrator.call('POST', `${account}/keys/${keyId}/rotate`, { body });
    const { body: second } = await rotate(first.keyId, { overlapHours: 1 });
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([200, 200]);
    expect(await administrator.lastAudit()).toMatchObject({
      action: 'service_account_key.rotated',
      subject: { id: first.keyId },
      after: { replacedBy: { keyId: second.keyId } },
    });
    world.clock.forward(3_600_000);
    expect([await statusWith(first.key), await statusWith(second.key)]).toEqual([401, 200]);
    const again = await administrator.signInAgain();
    const { body: third } = await again.call('POST', `${account}/keys/${second.keyId}/rotate`, {
      body: { overlapHours: 0 },
    });
    expect([await statusWith(second.key), await statusWith(third.key)]).toEqual([401, 200]);
    const dead = await again.call('POST', `${account}/keys/${second.keyId}/rotate`, { body: {} });
    expect(dead.body.args.issues).toMatchObject([{ path: 'keyId', rule: 'alive' }]);
    administrator = again;
    await remove(account);
  });

  it('409: more than five active; ended ones are not counted, and only the latest are stored', async () => {
    const account = await accountOf(randomUUID());
    const revoke = (keyId: string) => administrator.call('POST', `${account}/keys/${keyId}/revoke`);
    for (let count = 0; count < 25; count += 1) await revoke((await issue(account)).body.keyId);
    for (let count = 0; count < 5; count += 1) expect((await issue(account)).status).toBe(201);
    expect((await issue(account)).body).toMatchObject({
      code: 'workspace.limit_reached',
      args: { kind: 'keys per service account', limit: 5 },
    });
    const { items } = (await administrator.call('GET', `${account}/keys`)).body;
    expect(items).toHaveLength(25);
    await remove(account);
    const ofWorkspace = world.database
      .selectFrom('api_keys')
      .where('workspace_id', '=', workspaceId)
      .where('service_account_id', 'is not', null);
    expect(await ofWorkspace.selectAll().execute()).toEqual([]);
  });

  it('404: of another account or workspace', async () => {
    const [one, other] = [await accountOf(randomUUID()), await accountOf(randomUUID())];
    const { keyId } = (await issue(one)).body;
    expect((await administrator.call('POST', `${other}/keys/${keyId}/revoke`)).status).toBe(404);
    const workspaceId = await world.emptyWorkspace();
    const stranger = await PortalUser.join(world, workspaceId, 'Partner administrator');
    expect((await stranger.call('POST', `${one}/keys/${keyId}/revoke`)).status).toBe(404);
    expect((await stranger.call('GET', one)).status).toBe(404);
  });
});

it('a key that expires raises a notice 7 days and 1 day ahead, once each, unless the account has a later one', async () => {
  const { body: first } = await issue(await accountOf('Forgotten pipeline'), {
    name: 'Nightly export',
    expiresAt: inDays(9),
  });
  const rotated = await accountOf('Rotated pipeline');
  for (const days of [9, 60]) await issue(rotated, { expiresAt: inDays(days) });
  await issue(await accountOf('Short errand'), { expiresAt: inDays(0.5) });
  const endings = async () =>
    (
      await world.database.selectFrom('notices').select(['kind', 'facts']).orderBy('raised_at').execute()
    ).filter(({ kind }) => kind === 'ServiceAccountKeyEnding');
  const warned: number[] = [];
  for (let passed = 0; passed < 10; passed++) {
    await warnEndingKeys(world.context);
    await warnEndingKeys(world.context);
    const count = (await endings()).length;
    if (count > warned.length) warned.push(9 - passed);
    expect(count).toBe(warned.length);
    world.clock.forward(day);
  }
  expect(warned).toEqual([7, 1]);
  const facts = (await endings())[0]?.facts as NoticeFacts;
  expect(facts).toMatchObject({ account: 'Forgotten pipeline', keyId: first.keyId });
  const { headline } = noticeTexts({ kind: 'ServiceAccountKeyEnding', facts });
  expect(headline).toBe(`Forgotten pipeline: key “Nightly export” (${first.keyId}) expires soon`);
});
