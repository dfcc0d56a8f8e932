import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockTable } from '../../../../tests/support/database/lock-table.ts';
import { done } from '../../../../tests/support/done.ts';
import { ChangeReader } from '../../../../tests/support/requests/change-reader.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey, withToken } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { changeApiClient } from '../../../actions/clients/api-clients.ts';
import { revokeKey, rotateKey } from '../../../actions/clients/keys.ts';
import { eraseMember } from '../../../actions/privacy/personal-data.ts';
import { addOrganisation, saveMember } from '../../../actions/subscriptions/customers.ts';
import { assignSeat } from '../../../actions/subscriptions/seats.ts';
import { suspendWorkspace } from '../../../actions/workspaces/workspaces.ts';
import { keyIdOf } from '../../../core/clients/api-key.ts';
import { announceChanges } from '../../../storage/changes/changes.ts';

const hour = 3_600_000;

interface EntitlementVersion {
  readonly tenantId: string;
  readonly version: number;
}

let world: World;
let workspaceId: string;
let client: TestClient;
const readers: ChangeReader[] = [];

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  for (const slug of ['forum', 'mosaic']) {
    done(await addProduct(world.context, workspaceId, product(slug, { plans: [plan('basic')] })));
  }
  client = await world.client(workspaceId);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => world.close());

async function listen(headers: Record<string, string> = withKey(client)): Promise<ChangeReader> {
  const reader = await ChangeReader.open(world.service.url, headers);
  readers.push(reader);
  if (reader.status === 200) await expect.poll(() => reader.events).toEqual(['ready']);
  return reader;
}

/** Changes arrive in the order of their commits, so all that came before this one have arrived. */
async function changesHaveArrived(): Promise<void> {
  const reader = await listen();
  const products = [{ productId: crypto.randomUUID(), slug: 'forum' }];
  await announceChanges(world.database, [{ kind: 'catalogue', workspaceId, products }]);
  await expect.poll(() => reader.events).toEqual(['ready', 'catalogue']);
}

const hasEnded = (reader: ChangeReader) =>
  expect.poll(() => [reader.events, reader.hasEnded]).toEqual([['ready', 'resync'], true]);

describe('a change stream', () => {
  it('has each changed entitlement with its version', async () => {
    const reader = await listen({ ...withKey(client), 'last-event-id': '7' });
    expect(reader.messages[0]?.data).toEqual({
      node: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: world.clock.now().toISOString(),
    });
    expect(reader.headers.get('content-type')).toBe('text/event-stream');
    expect(reader.headers.get('cache-control')).toBe('no-store');
    expect(reader.headers.get('ratelimit')).toContain('"client"');
    const tenantId = newTenant();
    const subscriptionId = await subscribe(world, workspaceId, { tenantId });
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    const changed = (version: number) => ({
      event: 'entitlement',
      data: { tenantId, product: 'forum', version },
    });
    await expect.poll(() => reader.messages.slice(1)).toEqual([changed(1), changed(2), changed(3)]);
  });

  it('has each changed product', async () => {
    const reader = await listen();
    await world.revise(workspaceId, 'basic', { name: 'Anew' });
    await expect
      .poll(() => reader.messages.slice(1))
      .toEqual([{ event: 'catalogue', data: { product: 'forum' } }]);
  });

  it("has nothing of another workspace, nor of a product outside the client's subset, nor of drafts", async () => {
    const reader = await listen(withKey(await world.client(workspaceId, { products: ['mosaic'] })));
    const otherId = await world.workspace();
    done(await addProduct(world.context, otherId, product('mosaic', { plans: [plan('basic')] })));
    done(await addProduct(world.context, workspaceId, product('sketch', { status: 'Draft' })));
    await subscribe(world, otherId, { tenantId: newTenant(), product: 'mosaic' });
    await subscribe(world, workspaceId, { tenantId: newTenant(), product: 'forum' });
    const tenantId = newTenant();
    await subscribe(world, workspaceId, { tenantId, product: 'mosaic' });
    await expect
      .poll(() => reader.messages.slice(1))
      .toMatchObject([{ data: { tenantId, version: 1 } }, { data: { tenantId, version: 2 } }]);
  });

  it('has the entitlements of an organisation whose seats or members change', async () => {
    const ownId = await world.workspace();
    const plans = [plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser' })];
    done(await addProduct(world.context, ownId, product('forum', { plans })));
    const [tenantId, otherTenantId] = [newTenant(), newTenant()];
    const tenantIds = [tenantId, otherTenantId];
    done(await addOrganisation(world.context, ownId, { name: 'Contoso', tenantIds }));
    const order = { plan: 'seats', quantity: 5 };
    const subscriptionId = await subscribe(world, ownId, { ...order, tenantId });
    await subscribe(world, ownId, { ...order, tenantId: otherTenantId });
    const reader = await listen(withKey(await world.client(ownId)));
    let seen = 1;
    const hasNext = async (versions: Readonly<Record<string, number>>) => {
      const next = () => reader.messages.slice(seen).map(({ data }) => data as EntitlementVersion);
      await expect
        .poll(() => Object.fromEntries(next().map(({ tenantId, version }) => [tenantId, version])))
        .toEqual(versions);
      seen = reader.messages.length;
    };

    // A new address in one tenant makes it ambiguous in the other.
    const member = { tenantId, objectId: crypto.randomUUID(), email: 'ada@contoso.example', isActive: true };
    const { memberId } = await saveMember(world.context, ownId, member);
    await hasNext({ [tenantId]: 2, [otherTenantId]: 2 });
    done(await assignSeat(world.context, ownId, subscriptionId, memberId));
    await hasNext({ [tenantId]: 3 });
    await saveMember(world.context, ownId, { ...member, isActive: false });
    await hasNext({ [tenantId]: 3, [otherTenantId]: 2 });
    done(await eraseMember(world.context, ownId, member));
    await hasNext({ [tenantId]: 4, [otherTenantId]: 2 });
    const tailspin = { name: 'Tailspin', tenantIds: [tenantId], moveTenants: true };
    done(await addOrganisation(world.context, ownId, tailspin));
    await hasNext({ [tenantId]: 4, [otherTenantId]: 2 });
  });

  it('is counted by a gauge, and not as a slow request', async () => {
    const open = async () => {
      const { text } = await world.call('/metrics');
      expect(text).not.toMatch(/route="\/api\/v1\/changes",status="200"/);
      return Number(/^tessera_change_streams_open (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(open).toBe(0);
    const [reader] = [await listen(), await listen()];
    expect(await open()).toBe(2);
    reader?.close();
    await expect.poll(open).toBe(1);
  });
});

describe('a change stream is refused', () => {
  it('with 409 beyond 20 of a client, until one is closed', async () => {
    const own = withKey(await world.client(workspaceId));
    const open = await Promise.all(Array.from({ length: 20 }, () => listen(own)));
    const { status, body } = await world.call('/api/v1/changes', { headers: own });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'client.too_many_streams', args: { limit: 20 } });
    expect((await listen()).status).toBe(200);
    open[0]?.close();
    await expect.poll(async () => (await listen(own)).status).toBe(200);
  });

  it('with 403 without the scope', async () => {
    const headers = withKey(await world.client(workspaceId, { scopes: ['usage:write'] }));
    const { body } = await world.call('/api/v1/changes', { headers });
    expect(body.code).toBe('api_client.scope_not_allowed');
  });

  it('with 503 if the API client changes while it is authenticated', async () => {
    const [own, witness] = [await world.client(workspaceId), await world.client(workspaceId)];
    const reader = await listen(withKey(witness));
    const lock = await lockTable(world, 'api_keys');
    const opening = listen(withKey(own));
    await expect.poll(() => lock.isWaitedFor()).toBe(true);
    await announceChanges(
      world.database,
      [own, witness].map(({ apiClientId }) => ({ kind: 'client', apiClientId })),
    );
    await hasEnded(reader);
    await lock.release();
    const { status, headers } = await opening;
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect((await listen(withKey(own))).status).toBe(200);
  });

  it('with 405 by HEAD, whose response would not end', async () => {
    const answer = await fetch(`${world.service.url}/api/v1/changes`, {
      method: 'HEAD',
      headers: withKey(client),
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('a change stream ends with resync', () => {
  it.each<[string, (own: TestClient) => Promise<unknown>, number]>([
    [
      'the key is revoked',
      async (own) =>
        revokeKey(world.context, own.workspaceId, { kind: 'api-client', keyId: keyIdOf(own.apiKey) ?? '' }),
      401,
    ],
    ['the client is disabled', async (own) => world.disable(own.workspaceId, own.apiClientId), 401],
    ['the workspace is suspended', async (own) => suspendWorkspace(world.context, own.workspaceId, 'x'), 401],
    [
      'the client loses the scope',
      async (own) =>
        changeApiClient(world.context, own.workspaceId, own.apiClientId, { scopes: ['usage:write'] }, 'any'),
      403,
    ],
    [
      'the client has other products',
      async (own) =>
        changeApiClient(world.context, own.workspaceId, own.apiClientId, { products: [] }, 'any'),
      200,
    ],
  ])('when %s', async (_, change, status) => {
    const own = await world.client(await world.workspace());
    const [reader, other] = [await listen(withKey(own)), await listen()];
    await change(own);
    await hasEnded(reader);
    expect((await listen(withKey(own))).status).toBe(status);
    expect(other.hasEnded).toBe(false);
  });

  it('when the overlap of a rotated key has passed', async () => {
    const own = await world.client(workspaceId);
    const keyId = keyIdOf(own.apiKey) ?? '';
    done(
      await rotateKey(
        world.context,
        workspaceId,
        { kind: 'api-client', keyId },
        { overlap: hour, expiresAt: null },
      ),
    );
    await changesHaveArrived();
    const [reader, other] = [await listen(withKey(own)), await listen()];
    world.clock.forward(hour + 1);
    await hasEnded(reader);
    expect(other.hasEnded).toBe(false);
    expect((await listen(withKey(own))).status).toBe(401);
  });

  it('when the token has expired', async () => {
    const own = await world.client(workspaceId);
    const applicationId = world.application();
    await world.activate(own, applicationId);
    const token = await world.token(applicationId);
    await changesHaveArrived();
    const reader = await listen(withToken(token));
    world.clock.forward(24 * hour);
    await hasEnded(reader);
    expect((await listen(withToken(token))).status).toBe(401);
  });

  it('when changes may have been missed, and begins when the change feed is back', async () => {
    const reader = await listen();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tessera-changes' and datname = current_database()`.execute(world.database);
    await hasEnded(reader);
    await expect.poll(async () => (await listen()).status).toBe(200);
  });
});
