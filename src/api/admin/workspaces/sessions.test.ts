import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let user: PortalUser;
let again: PortalUser;
let stranger: PortalUser;
beforeAll(async () => {
  world = await World.shared();
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

it('a user sees only their own sessions, and which is current', async () => {
  const sessions = await sessionsOf(again);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(sessions.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(await sessionsOf(stranger)).toHaveLength(1);
});

it('404: a session of another user, or an unknown one', async () => {
  const [theirs] = await sessionsOf(stranger);
  for (const sessionId of [theirs?.sessionId ?? '', randomUUID()]) {
    expect((await again.callAdmin('DELETE', `/me/sessions/${sessionId}`)).status).toBe(404);
  }
  expect((await stranger.callAdmin('GET', '/me')).status).toBe(200);
});

it('204: ends another own session at once, and keeps the current one', async () => {
  const other = (await sessionsOf(again)).find(({ isCurrent }) => !isCurrent);
  expect((await again.callAdmin('DELETE', `/me/sessions/${other?.sessionId}`)).status).toBe(204);
  expect((await user.callAdmin('GET', '/me')).status).toBe(401);
  expect(await sessionsOf(again)).toHaveLength(1);
  const { body } = await stranger.call('GET', '/audit-log?limit=1');
  expect(body.items[0]).toMatchObject({ action: 'member.signed_out' });
});

describe('an administrator', () => {
  let member: PortalUser;
  let elsewhere: PortalUser;
  beforeAll(async () => {
    member = await PortalUser.join(world, stranger.workspaceId, 'Viewer');
    world.clock.forward(1_000);
    elsewhere = await member.signInAgain();
  });
  const path = () => `/members/${member.memberId}/sessions`;

  it("sees the sessions of a member, who does not see the administrator's", async () => {
    const { status, body } = await stranger.call('GET', path());
    expect([status, body.items.length]).toEqual([200, 2]);
    expect(body.items[0]).toMatchObject({ address: '127.0.0.1', isCurrent: false });
    const own = await stranger.call('GET', `/members/${stranger.memberId}/sessions`);
    expect(own.body.items).toMatchObject([{ isCurrent: true }]);
    expect((await member.call('GET', `/members/${stranger.memberId}/sessions`)).status).toBe(403);
  });

  it('404: an unknown member', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect((await stranger.call(method, `/members/${randomUUID()}/sessions`)).status).toBe(404);
    }
  });

  it('204: signs a member out everywhere, who may sign in again', async () => {
    world.clock.forward(1_000);
    expect((await stranger.call('DELETE', path())).status).toBe(204);
    expect((await member.callAdmin('GET', '/me')).status).toBe(401);
    expect((await elsewhere.callAdmin('GET', '/me')).status).toBe(401);
    expect((await stranger.call('GET', path())).body.items).toEqual([]);
    const { body } = await stranger.call('GET', '/audit-log?limit=1');
    expect(body.items[0]).toMatchObject({
      action: 'member.signed_out',
      actor: { kind: 'Member', id: stranger.memberId },
      subject: { kind: 'Member', id: member.memberId },
      after: { email: member.identity.username, everywhere: true },
    });
    const back = await member.signInAgain();
    expect((await back.callAdmin('GET', '/me')).status).toBe(200);
  });

  it('ends a session that began in another workspace, too', async () => {
    const otherId = await world.workspace();
    const administrator = await PortalUser.join(world, otherId, 'Partner administrator');
    const invitation = { email: member.identity.username, role: 'Viewer' };
    expect((await administrator.call('POST', '/members', { body: invitation })).status).toBe(201);
    const session = await member.signInAgain();
    const { body } = await administrator.call('GET', '/members');
    const { memberId } = body.items.find(({ email }: { email: string }) => email === invitation.email);
    expect((await administrator.call('DELETE', `/members/${memberId}/sessions`)).status).toBe(204);
    expect((await session.callAdmin('GET', '/me')).status).toBe(401);
  });
});
