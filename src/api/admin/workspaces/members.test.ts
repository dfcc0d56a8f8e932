import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser, someone } from '../../../../tests/support/browser/portal-user.ts';
import { partnerTenantId, World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let workspaceId: string;
let administrator: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace();
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
});

const day = 24 * 60 * 60_000;
const email = () => `${randomUUID()}@partner.example`;

describe('inviting a member', () => {
  it('201: returns the invitation with its inviter', async () => {
    const address = email();
    const body = { email: address, role: 'Viewer' };
    const answer = await administrator.call('POST', '/members', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      memberId: expect.any(String),
      email: address,
      name: null,
      role: 'Viewer',
      status: 'Invited',
      tenantId: null,
      objectId: null,
      invitedAt: world.clock.now().toISOString(),
      expiresAt: new Date(world.clock.now().getTime() + 7 * day).toISOString(),
      joinedAt: null,
      invitation: { link: expect.stringContaining(`loginHint=${encodeURIComponent(address)}`), mail: 'None' },
    });
    expect(await administrator.lastAudit()).toEqual({
      entryId: expect.any(String),
      recordedAt: world.clock.now().toISOString(),
      actor: {
        kind: 'Member',
        id: administrator.memberId,
        name: administrator.identity.name,
        address: '127.0.0.1',
      },
      action: 'member.invited',
      subject: { kind: 'Member', id: answer.body.memberId, name: address, exists: true },
      related: [],
      before: null,
      after: { email: address, role: 'Viewer', tenantId: null },
      reason: null,
      productRevision: null,
      restoredRevision: null,
    });
    const listed = await administrator.call('GET', '/members');
    expect(listed.body.items.map((member: { status: string }) => member.status)).toEqual([
      'Invited',
      'Joined',
    ]);
  });

  it('400: the address of an existing member in any letter case writes nothing', async () => {
    const before = await administrator.auditCount();
    const body = { email: administrator.identity.username.toUpperCase(), role: 'Viewer' };
    const answer = await administrator.call('POST', '/members', { body });
    expect([answer.status, answer.body.args.issues[0].rule]).toEqual([400, 'unique']);
    expect(await administrator.auditCount()).toBe(before);
  });

  it.each([
    [{ email: 'nobody', role: 'Viewer' }],
    [{ email: 'a@b.example', role: 'King' }],
    [{ role: 'Viewer' }],
    [{ email: 'a@b.example', role: 'Viewer', tenantId: 'contoso' }],
    [{ email: 'a@b.example', role: 'Partner administrator' }],
    [{ email: 'a@b.example', role: 'Partner administrator', tenantId: null }],
  ])('400: %j', async (body) => {
    expect((await administrator.call('POST', '/members', { body })).status).toBe(400);
  });
});

it('members are found by part of a name or user name', async () => {
  const address = email();
  await administrator.call('POST', '/members', { body: { email: address, role: 'Viewer' } });
  const found = async (search: string) => {
    const { body } = await administrator.call('GET', `/members?${new URLSearchParams({ search })}`);
    return [body.total.count, ...body.items.map((member: { email: string }) => member.email)];
  };
  expect(await found(address.slice(2, 12).toUpperCase())).toEqual([1, address]);
  expect(await found(administrator.identity.name)).toEqual([1, administrator.identity.username]);
  expect(await found('%')).toEqual([0]);
  expect((await administrator.call('GET', '/members?search=')).status).toBe(400);
});

describe('renewing an invitation', () => {
  const renew = (memberId: string, body: object = {}) =>
    administrator.call('POST', `/members/${memberId}/invitation`, { body });
  const invite = async (body: object) => (await administrator.call('POST', '/members', { body })).body;

  it('200: extends it by a week, and is audited', async () => {
    const { memberId } = await invite({ email: email(), role: 'Viewer' });
    world.clock.forward(8 * day);
    const again = await PortalUser.join(world, workspaceId, 'Partner administrator');
    const read = async () => (await again.call('GET', `/members/${memberId}`)).body;
    expect((await read()).status).toBe('Expired');
    const answer = await again.call('POST', `/members/${memberId}/invitation`, { body: {} });
    expect([answer.status, answer.body.status, answer.body.expiresAt]).toEqual([
      200,
      'Invited',
      new Date(world.clock.now().getTime() + 7 * day).toISOString(),
    ]);
    expect(await read()).toEqual(answer.body);
    expect((await again.lastAudit()).action).toBe('member.invitation_renewed');
  });

  it('an administrator invited without a tenant needs one', async () => {
    const { memberId } = await invite({ email: email(), role: 'Viewer' });
    const role = { role: 'Partner administrator' };
    await world.database
      .updateTable('workspace_members')
      .set(role)
      .where('member_id', '=', memberId)
      .execute();
    expect((await administrator.call('GET', `/members/${memberId}`)).body.status).toBe('Expired');
    const refused = await renew(memberId);
    expect([refused.status, refused.body.args.issues[0].path]).toEqual([400, 'tenantId']);
    const answer = await renew(memberId, { tenantId: partnerTenantId });
    expect([answer.status, answer.body.status, answer.body.tenantId]).toEqual([
      200,
      'Invited',
      partnerTenantId,
    ]);
  });

  it('409: a joined member; 404: an unknown one', async () => {
    const answer = await renew(administrator.memberId);
    expect([answer.status, answer.body.code]).toEqual([409, 'member.already_joined']);
    expect((await renew(randomUUID())).status).toBe(404);
  });
});

describe('changing a role', () => {
  const change = (memberId: string, role: string, ifMatch?: string) =>
    administrator.call('PATCH', `/members/${memberId}`, {
      body: { role },
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    });

  it('200: takes effect with the next request, and is audited', async () => {
    const viewer = await PortalUser.join(world, workspaceId, 'Viewer');
    const invite = () => viewer.call('POST', '/members', { body: { email: email(), role: 'Viewer' } });
    expect((await invite()).status).toBe(403);
    const read = await administrator.call('GET', `/members/${viewer.memberId}`);
    const answer = await change(viewer.memberId, 'Partner administrator', read.headers.get('etag') ?? '');
    expect([answer.status, answer.body.role]).toEqual([200, 'Partner administrator']);
    expect(answer.headers.get('etag')).not.toBe(read.headers.get('etag'));
    expect((await administrator.lastAudit()).before).toEqual({
      email: viewer.identity.username,
      role: 'Viewer',
    });
    expect((await invite()).status).toBe(201);
  });

  it('428 without If-Match, 412 with an outdated one', async () => {
    const viewer = await PortalUser.join(world, workspaceId, 'Viewer');
    const read = await administrator.call('GET', `/members/${viewer.memberId}`);
    const tag = read.headers.get('etag') ?? '';
    expect((await change(viewer.memberId, 'Catalogue manager', tag)).status).toBe(200);
    const stale = await change(viewer.memberId, 'Viewer', tag);
    expect([stale.status, stale.body.code]).toEqual([412, 'request.precondition_failed']);
    const missing = await change(viewer.memberId, 'Viewer');
    expect([missing.status, missing.body.code]).toEqual([428, 'request.precondition_required']);
    expect((await change(viewer.memberId, 'Viewer', '"x"')).status).toBe(412);
    expect((await change(viewer.memberId, 'Viewer', '*')).status).toBe(200);
  });

  it('409: the last administrator, also beside an invited one', async () => {
    const body = { email: email(), role: 'Partner administrator', tenantId: partnerTenantId };
    await administrator.call('POST', '/members', { body });
    const before = await administrator.auditCount();
    const answer = await change(administrator.memberId, 'Viewer', '*');
    expect([answer.status, answer.body.code]).toEqual([409, 'member.last_administrator']);
    expect((await administrator.call('DELETE', `/members/${administrator.memberId}`)).status).toBe(409);
    expect(await administrator.auditCount()).toBe(before);
  });

  it('409: the last administrator who can sign in', async () => {
    const foreign = { ...someone(), tenantId: randomUUID() };
    const excluded = await PortalUser.join(world, workspaceId, 'Partner administrator', foreign);
    await administrator.call('PATCH', '/settings', {
      body: { signInTenants: [partnerTenantId] },
      headers: { 'if-match': '*' },
    });
    expect((await excluded.call('GET', '/members')).status).toBe(401);
    const demoted = await change(administrator.memberId, 'Viewer', '*');
    expect([demoted.status, demoted.body.code]).toEqual([409, 'member.last_administrator']);
    const removed = await administrator.call('DELETE', `/members/${administrator.memberId}`);
    expect([removed.status, removed.body.code]).toEqual([409, 'member.last_administrator']);
    expect((await administrator.call('DELETE', `/members/${excluded.memberId}`)).status).toBe(204);
  });

  it("400: an invitation without a tenant cannot become an administrator's", async () => {
    const body = { email: email(), role: 'Viewer' };
    const { memberId } = (await administrator.call('POST', '/members', { body })).body;
    const answer = await change(memberId, 'Partner administrator', '*');
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, 'role']);
    expect((await change(memberId, 'Catalogue manager', '*')).status).toBe(200);
  });

  it('404: a member of another workspace', async () => {
    const other = await PortalUser.join(world, await world.workspace(), 'Viewer');
    expect((await change(other.memberId, 'Viewer', '*')).status).toBe(404);
    expect((await administrator.call('GET', `/members/${other.memberId}`)).status).toBe(404);
    expect((await administrator.call('DELETE', `/members/${other.memberId}`)).status).toBe(404);
    expect((await other.callAdmin('GET', '/me')).status).toBe(200);
  });
});

describe('removing a member', () => {
  it('204: ends their sessions, frees the address, and is audited', async () => {
    const viewer = await PortalUser.join(world, workspaceId, 'Viewer');
    expect((await administrator.call('DELETE', `/members/${viewer.memberId}`)).status).toBe(204);
    expect((await viewer.callAdmin('GET', '/me')).status).toBe(401);
    expect(await administrator.lastAudit()).toMatchObject({
      action: 'member.removed',
      before: { email: viewer.identity.username, role: 'Viewer' },
      after: null,
    });
    expect((await administrator.call('DELETE', `/members/${viewer.memberId}`)).status).toBe(404);
    const again = await PortalUser.join(world, workspaceId, 'Viewer', viewer.identity);
    expect((await again.callAdmin('GET', '/me')).status).toBe(200);
  });

  it('two administrators who remove each other concurrently: one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ours = await world.workspace();
      const one = await PortalUser.join(world, ours, 'Partner administrator');
      const other = await PortalUser.join(world, ours, 'Partner administrator');
      const answers = await Promise.all([
        one.call('DELETE', `/members/${other.memberId}`),
        other.call('PATCH', `/members/${one.memberId}`, {
          body: { role: 'Viewer' },
          headers: { 'if-match': '*' },
        }),
      ]);
      const succeeded = answers.filter(({ status }) => status < 300);
      expect(succeeded.length).toBe(1);
    }
  });
});

it('members are paged', async () => {
  for (let count = 0; count < 4; count += 1) {
    world.clock.forward(1_000);
    await administrator.call('POST', '/members', { body: { email: email(), role: 'Viewer' } });
  }
  const seen: string[] = [];
  let after = '';
  do {
    const { body } = await administrator.call('GET', `/members?limit=2${after && `&after=${after}`}`);
    expect(body.items.length).toBeLessThanOrEqual(2);
    seen.push(...body.items.map(({ memberId }: { memberId: string }) => memberId));
    after = body.next ?? '';
  } while (after);
  expect(seen).toHaveLength(5);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
});

it('a person in two workspaces has one session, with a role in each', async () => {
  const person = someone();
  const elsewhere = await world.workspace();
  await PortalUser.join(world, workspaceId, 'Viewer', person);
  const user = await PortalUser.join(world, elsewhere, 'Partner administrator', person);
  const me = await user.callAdmin('GET', '/me');
  expect(me.body.workspaces.map(({ role }: { role: string }) => role).sort()).toEqual([
    'Partner administrator',
    'Viewer',
  ]);
  const invite = (workspace: string) =>
    user.callAdmin('POST', `/workspaces/${workspace}/members`, { body: { email: email(), role: 'Viewer' } });
  expect((await invite(elsewhere)).status).toBe(201);
  expect((await invite(workspaceId)).status).toBe(403);
});
