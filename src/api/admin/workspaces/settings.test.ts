import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { changeWorkspaceSettings } from '../../../actions/workspaces/settings.ts';
import { insertNotices } from '../../../storage/workspaces/notices.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
});

describe('workspace settings', () => {
  const change = (body: object, ifMatch?: string) =>
    user.call('PATCH', '/settings', { body, ...(ifMatch && { headers: { 'if-match': ifMatch } }) });

  it('200: are read, changed in part, and audited', async () => {
    const read = await user.call('GET', '/settings');
    expect(read.body).toMatchObject({ workspaceId, partnerPlan: 'Scale', usageHoldMinutes: 15 });
    expect(read.body).toMatchObject({ supportAddressStates: [], mailsNotices: false });
    const changes = {
      name: 'Arcadia',
      supportAddresses: ['support@arcadia.example'],
      acceptsFewerSeats: true,
      assignBuyer: false,
      mailsUsageAlerts: true,
      tokenLifetimeHours: 24,
      afterLicenceEnd: 'None',
      signingKeyMaxAgeDays: 90,
    };
    const changed = await change(changes, read.headers.get('etag') ?? '');
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        ...read.body,
        ...changes,
        supportAddressStates: [{ address: 'support@arcadia.example', confirmed: false }],
      },
    ]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'workspace.settings_changed',
      before: { name: read.body.name, usageHoldMinutes: 15, supportAddresses: [], acceptsFewerSeats: false },
      after: { ...changes, usageHoldMinutes: 15 },
    });
    expect((await user.callAdmin('GET', '/me')).body.workspaces[0].name).toBe('Arcadia');
    expect((await change({ name: 'Late' }, read.headers.get('etag') ?? '')).status).toBe(412);
    expect((await user.call('GET', '/settings')).body).toEqual(changed.body);
  });

  it.each([
    [{ usageHoldMinutes: 121 }],
    [{ usageHoldMinutes: 1.5 }],
    [{ usageHoldMinutes: '15' }],
    [{ supportAddresses: ['nobody'] }],
    [{ supportAddresses: Array.from({ length: 11 }, (_, index) => `a${index}@x.example`) }],
    [{ name: '' }],
    [{ name: ' ' }],
    [{ name: 'Arcadia\0' }],
    [{ acceptsFewerSeats: 'yes' }],
    [{ assignBuyer: 'yes' }],
    [{ signInTenants: ['nowhere'] }],
    [{ apiKeyMaxAgeDays: 0 }],
    [{ apiKeyMaxAgeDays: 3_651 }],
    [{ tokenLifetimeHours: 721 }],
    [{ afterLicenceEnd: 'Full' }],
    [{ signingKeyMaxAgeDays: 29 }],
  ])('400: %j', async (body) => {
    expect((await change(body, '*')).status).toBe(400);
  });

  it('sign-in tenants revoke other tenants at once; users cannot lock themselves out', async () => {
    const own = (await user.callAdmin('GET', '/me')).body.workspaces[0].tenantId;
    const foreign = randomUUID();
    const colleague = await PortalUser.join(world, workspaceId, 'Viewer');
    expect((await colleague.call('GET', '/settings')).status).toBe(200);
    const locked = await change({ signInTenants: [foreign] }, '*');
    expect([locked.status, locked.body.args.issues]).toEqual([
      400,
      [{ path: 'signInTenants', rule: 'ownTenant', message: `must include your own tenant, ${own}` }],
    ]);
    const changed = await change({ signInTenants: [own.toUpperCase(), foreign] }, '*');
    expect([changed.status, changed.body.signInTenants]).toEqual([200, [own, foreign]]);
    expect((await colleague.call('GET', '/settings')).status).toBe(200);
    await sql`update workspace_members set tenant_id = ${randomUUID()}
      where workspace_id = ${workspaceId} and role = 'Viewer'`.execute(world.database);
    expect((await colleague.call('GET', '/settings')).status).toBe(401);
    expect((await user.call('GET', '/settings')).status).toBe(200);
  });

  it('sign-in tenants that lock everybody out can be reset by the operator', async () => {
    const asOperator = (signInTenants: string[]) =>
      changeWorkspaceSettings(world.context, workspaceId, { signInTenants }, 'any');
    done(await asOperator([randomUUID()]));
    expect((await user.call('GET', '/settings')).status).toBe(401);
    done(await asOperator([]));
    expect((await user.call('GET', '/settings')).body.signInTenants).toEqual([]);
  });

  it('a maximum age of API keys refuses longer and unlimited keys', async () => {
    const { apiClientId } = await world.client(workspaceId);
    expect((await change({ apiKeyMaxAgeDays: 30 }, '*')).body.apiKeyMaxAgeDays).toBe(30);
    const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString();
    const issue = (expiresAt: string | null) =>
      user.call('POST', `/api-clients/${apiClientId}/api-keys`, { body: { expiresAt } });
    for (const tooLong of [null, inDays(31)]) {
      const refused = await issue(tooLong);
      expect([refused.status, refused.body.args.issues[0].rule]).toEqual([400, 'maxAge']);
    }
    expect((await issue(inDays(30))).status).toBe(201);
    expect((await change({ apiKeyMaxAgeDays: null }, '*')).status).toBe(200);
    expect((await issue(null)).status).toBe(201);
  });

  it('428: without If-Match', async () => {
    expect((await change({ name: 'X' })).status).toBe(428);
  });
});

describe('the inbox', () => {
  const raise = async (workspace: string) => {
    const facts = { customer: 'Contoso', product: 'forum', quantity: 3, reason: 'No such dimension' };
    const notice = { kind: 'UsageRejected', key: randomUUID(), facts } as const;
    await insertNotices(world.database, workspace, [notice], world.context);
  };
  const list = async (query = '') => (await user.call('GET', `/notices${query}`)).body.items;

  it('lists open notices as text, and marks one as done, once', async () => {
    await raise(workspaceId);
    world.clock.forward(1);
    await raise(workspaceId);
    const [newest, oldest] = await list();
    expect(newest).toMatchObject({
      kind: 'UsageRejected',
      title: 'Usage rejected by the marketplace',
      done: null,
    });
    expect(newest.headline).toContain('Contoso');
    const done = await user.call('POST', `/notices/${newest.noticeId}/done`);
    expect([done.status, done.body.done.by]).toEqual([200, user.identity.username]);
    const count = await user.auditCount();
    expect((await user.call('POST', `/notices/${newest.noticeId}/done`)).body).toEqual(done.body);
    expect(await user.auditCount()).toBe(count);
    expect(await user.lastAudit()).toMatchObject({ action: 'notice.done', before: { done: null } });
    expect(await list()).toEqual([oldest]);
    expect(await list('?state=Done')).toEqual([done.body]);
    expect(await list('?state=Any&kind=UsageExpired')).toEqual([]);
  });

  it('reopens a notice, once', async () => {
    await raise(workspaceId);
    const [notice] = await list();
    const path = `/notices/${notice.noticeId}/done`;
    await user.call('POST', path);
    const reopened = await user.call('DELETE', path);
    expect([reopened.status, reopened.body]).toEqual([200, notice]);
    const count = await user.auditCount();
    expect((await user.call('DELETE', path)).body).toEqual(notice);
    expect(await user.auditCount()).toBe(count);
    expect(await user.lastAudit()).toMatchObject({ action: 'notice.reopened', after: { done: null } });
    expect((await user.call('DELETE', `/notices/${randomUUID()}/done`)).status).toBe(404);
  });

  it('404: a notice of another workspace', async () => {
    const elsewhere = await world.workspace();
    await raise(elsewhere);
    const other = await PortalUser.join(world, elsewhere, 'Viewer');
    const { body } = await other.call('GET', '/notices');
    expect((await user.call('POST', `/notices/${body.items[0].noticeId}/done`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});
