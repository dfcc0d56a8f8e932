import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { type TestClient, World, withKey, withToken } from '../../../tests/support/worlds/world.ts';
import { suspendWorkspace } from '../../actions/workspaces/workspaces.ts';

const catalogue = '/api/v1/catalogue/products';

let world: World;
let client: TestClient;
let token: string;
let administrator: PortalUser;
let neighbour: TestClient;
beforeAll(async () => {
  world = await World.shared();
  client = await world.client(await world.workspace());
  const applicationId = world.application();
  await world.activate(client, applicationId);
  token = await world.token(applicationId);
  administrator = await PortalUser.join(world, client.workspaceId, 'Partner administrator');
  neighbour = await world.client(await world.workspace());
});
afterAll(() => world.close());

const status = async (headers: Record<string, string>) => (await world.call(catalogue, { headers })).status;
const asCommand = () => ({
  ...world.context,
  actor: { kind: 'Command', id: 'suspend-workspace', name: 'npm start', address: null } as const,
});

describe('a suspended workspace', () => {
  it('refuses its API clients, cached or not, and does not affect other workspaces', async () => {
    expect([await status(withKey(client)), await status(withToken(token))]).toEqual([200, 200]);
    // Entries of the same millisecond have no order.
    world.clock.forward(1_000);
    expect(await suspendWorkspace(asCommand(), client.workspaceId, 'unpaid invoice')).toBe(true);
    expect(await suspendWorkspace(asCommand(), client.workspaceId, 'again')).toBe(false);
    await expect.poll(() => status(withKey(client))).toBe(401);
    await expect.poll(() => status(withToken(token))).toBe(401);
    expect(await status(withKey(neighbour))).toBe(200);
  });

  it('refuses its members with an explanation', async () => {
    const answer = await administrator.call('GET', '/settings');
    expect([answer.status, answer.body.code]).toEqual([403, 'workspace.suspended']);
    const me = await administrator.callAdmin('GET', '/me');
    expect(me.body.workspaces).toMatchObject([{ isSuspended: true }]);
  });

  it('works again once resumed; both are audited', async () => {
    world.clock.forward(1_000);
    expect(await suspendWorkspace(asCommand(), client.workspaceId, null)).toBe(true);
    await expect.poll(() => status(withKey(client))).toBe(200);
    await expect.poll(() => status(withToken(token))).toBe(200);
    const { body } = await administrator.call('GET', '/audit-log?limit=2');
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'workspace.resumed',
      'workspace.suspended',
    ]);
    expect(body.items[1]).toMatchObject({ after: { reason: 'unpaid invoice' } });
  });
});
