import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/portal-user.ts';
import { World } from '../../../tests/support/world.ts';

let world: World;
let user: PortalUser;
let again: PortalUser;
let stranger: PortalUser;
beforeAll(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
  const workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  world.clock.forward(1_000);
  again = await user.signInAgain();
  stranger = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

const sessionsOf = async (person: PortalUser) =>
  (await person.callAdmin('GET', '/me/sessions')).body.items as {
    sessionId: string;
    isCurrent: boolean;
    address: string;
  }[];

it('a person sees their own sessions and no other, and which is this one', async () => {
  const sessions = await sessionsOf(again);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(sessions.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(await sessionsOf(stranger)).toHaveLength(1);
});

it('404 for a session that is another’s, or none', async () => {
  const [theirs] = await sessionsOf(stranger);
  for (const sessionId of [theirs?.sessionId ?? '', randomUUID()]) {
    expect((await again.callAdmin('DELETE', `/me/sessions/${sessionId}`)).status).toBe(404);
  }
  expect((await stranger.callAdmin('GET', '/me')).status).toBe(200);
});

it('204: the other session ends at once, this one goes on', async () => {
  const other = (await sessionsOf(again)).find(({ isCurrent }) => !isCurrent);
  expect((await again.callAdmin('DELETE', `/me/sessions/${other?.sessionId}`)).status).toBe(204);
  expect((await user.callAdmin('GET', '/me')).status).toBe(401);
  expect(await sessionsOf(again)).toHaveLength(1);
  const { body } = await stranger.call('GET', '/audit-log?limit=1');
  expect(body.items[0]).toMatchObject({ action: 'member.signed_out' });
});
