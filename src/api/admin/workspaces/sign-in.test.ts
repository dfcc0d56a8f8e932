import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browsing } from '../../../../tests/support/browser/browsing.ts';
import { PortalUser, someone } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { otherTenantId, partnerTenantId, World } from '../../../../tests/support/worlds/world.ts';
import { inviteMember, renewInvitation } from '../../../actions/workspaces/members.ts';
import { changeWorkspaceSettings } from '../../../actions/workspaces/settings.ts';
import { createSignInLink } from '../../../actions/workspaces/sign-in.ts';
import { personalAccounts } from '../../../core/workspaces/personal-accounts.ts';
import { createLogger, startService } from '../../../service/start-service.ts';

const minute = 60_000;
const me = '/api/admin/v1/me';

let world: World;
let workspaceId: string;
let browser: Browsing;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace();
  browser = new Browsing();
});

const signInAddress = (hint: string, returnTo = '/docs') =>
  `${world.service.url}/api/admin/v1/sign-in?${new URLSearchParams({ loginHint: hint, returnTo })}`;
const invite = async (email: string, tenantId: string | null = null) =>
  done(await inviteMember(world.context, workspaceId, { email, role: 'Viewer', tenantId }));

/** A user of the identity provider. */
function account(changes: { tenantId?: string; email?: string } = {}) {
  const objectId = randomUUID();
  const user = {
    objectId,
    tenantId: partnerTenantId,
    name: 'Mara Voss',
    preferredUsername: `${objectId.slice(0, 8)}@partner.example`,
    ...changes,
  };
  world.idp.registerUser(user);
  return user;
}

describe('signing in at the identity provider', () => {
  it('403: with a personal account, even an invited one', async () => {
    world.idp.registerTenant({ id: personalAccounts });
    const user = account({ tenantId: personalAccounts });
    await invite(user.preferredUsername);
    const page = await browser.follow(signInAddress(user.preferredUsername));
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('sign in with a work or school account');
    expect(browser.cookieNames).toEqual([]);
  });

  it('makes an invited user a member, with a session in an HttpOnly cookie', async () => {
    const user = account();
    await invite(user.preferredUsername.toUpperCase());
    const page = await browser.follow(signInAddress(user.preferredUsername));
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/docs/']);
    expect(browser.cookieNames).toEqual(['tessera_session']);
    const answer = await browser.get(`${world.service.url}${me}`);
    expect(await answer.json()).toMatchObject({
      name: 'Mara Voss',
      workspaces: [{ workspaceId, role: 'Viewer', permissions: ['read'] }],
    });
    const [member] = await world.database
      .selectFrom('workspace_members')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect([member?.tenant_id, member?.object_id]).toEqual([partnerTenantId, user.objectId]);
  });

  it('identifies members by tenant and object id from then on', async () => {
    const user = account();
    await invite(user.preferredUsername);
    await browser.follow(signInAddress(user.preferredUsername));
    const renamed = { ...user, preferredUsername: `renamed-${user.preferredUsername}`, name: 'Mara Lind' };
    world.idp.registerUser(renamed);
    const later = new Browsing();
    await later.follow(signInAddress(renamed.preferredUsername));
    expect((await later.get(`${world.service.url}${me}`)).status).toBe(200);

    const successor = { ...account(), preferredUsername: user.preferredUsername };
    world.idp.registerUser(successor);
    const stranger = new Browsing();
    expect((await stranger.follow(signInAddress(successor.preferredUsername))).status).toBe(403);
  });

  it('403 page: an unknown user, and a user with only the e-mail address', async () => {
    const user = account({ email: 'mara.voss@partner.example' });
    await invite('mara.voss@partner.example');
    const page = await browser.follow(signInAddress(user.preferredUsername));
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain('not a member of any workspace');
    expect(text).toContain(`<strong>${user.preferredUsername}</strong>`);
    expect(text).toContain('Nobody has invited this account');
    expect(text).toContain('account=choose');
    expect(text).toContain(`href="${world.service.url}/docs/guides/"`);
    expect(browser.cookieNames).toEqual([]);
    const [, otherAccount = ''] = /class="button" href="([^"]+)"/.exec(text) ?? [];
    const begun = await browser.get(otherAccount.replaceAll('&amp;', '&'));
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('prompt')).toBe('select_account');
  });

  it('accepts an invitation with a tenant only from that tenant, by user name only', async () => {
    const inside = account();
    const outside = { ...account(), tenantId: otherTenantId };
    const colleague = account({ email: inside.preferredUsername });
    await invite(inside.preferredUsername, partnerTenantId);
    world.idp.registerUser({ ...outside, preferredUsername: inside.preferredUsername });
    expect((await browser.follow(signInAddress(outside.objectId))).status).toBe(403);
    expect((await browser.follow(signInAddress(colleague.preferredUsername))).status).toBe(403);
    expect((await browser.follow(signInAddress(inside.objectId))).status).toBe(200);
  });

  it('403 a week after the invitation, 200 once it is renewed', async () => {
    const user = account();
    const { memberId } = await invite(user.preferredUsername, partnerTenantId);
    world.clock.forward(7 * 24 * 60 * minute);
    const page = await browser.follow(signInAddress(user.preferredUsername));
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('has expired')]);
    done(await renewInvitation(world.context, workspaceId, memberId, undefined));
    expect((await browser.follow(signInAddress(user.preferredUsername))).status).toBe(200);
  });

  it('403: an administrator invited without a tenant', async () => {
    const user = account();
    await invite(user.preferredUsername);
    await world.database
      .updateTable('workspace_members')
      .set({ role: 'Partner administrator' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await browser.follow(signInAddress(user.preferredUsername))).status).toBe(403);
  });

  it('403: a member and an invited user of a tenant that may not sign in, which is audited', async () => {
    const [member, invited] = [account(), account()];
    await invite(member.preferredUsername);
    await invite(invited.preferredUsername);
    expect((await browser.follow(signInAddress(member.preferredUsername))).status).toBe(200);
    world.clock.forward(1);
    const only = { signInTenants: [otherTenantId] };
    done(await changeWorkspaceSettings(world.context, workspaceId, only, 'any'));
    for (const { preferredUsername } of [member, invited]) {
      const stranger = new Browsing();
      expect((await stranger.follow(signInAddress(preferredUsername))).status).toBe(403);
      expect(stranger.cookieNames).toEqual([]);
    }
    const refused = await world.database
      .selectFrom('audit_entries')
      .select(['actor_kind', 'actor_name', 'address'])
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'member.sign_in_refused')
      .execute();
    const names = [member, invited].map(({ preferredUsername }) => preferredUsername);
    const byName = refused.sort((a, b) => (a.actor_name < b.actor_name ? -1 : 1));
    expect(byName).toEqual(
      names.sort().map((name) => ({ actor_kind: 'Visitor', actor_name: name, address: '127.0.0.1' })),
    );
  });

  it('400: an ID token with only an e-mail address, after the scope was edited', async () => {
    const invited = `${randomUUID()}@partner.example`;
    await invite(invited);
    const attacker = account({ tenantId: otherTenantId, email: invited });
    const begun = await browser.get(signInAddress(attacker.preferredUsername));
    const authorize = new URL(begun.headers.get('location') ?? '');
    authorize.searchParams.set('scope', 'openid email');
    const answered = await browser.get(authorize.href);
    const page = await browser.get(answered.headers.get('location') ?? '');
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('user name');
    expect(browser.cookieNames).toEqual([]);
    const joined = world.database
      .selectFrom('workspace_members')
      .select('member_id')
      .where('workspace_id', '=', workspaceId)
      .where('joined_at', 'is not', null);
    expect(await joined.execute()).toEqual([]);
  });

  it('400: a return address of another origin', async () => {
    const answer = await world.call('/api/admin/v1/sign-in?returnTo=//evil.example');
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, 'returnTo']);
  });

  it('503: without sign-in settings', async () => {
    const service = await startService(
      { ...world.settings, signIn: null },
      { clock: world.clock, logger: createLogger('silent') },
    );
    const answer = await fetch(`${service.url}/api/admin/v1/sign-in`, { redirect: 'manual' });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      503,
      'Signing in is not set up.',
    ]);
    await service.stop();
  });
});

describe('the session cookie', () => {
  const lineFrom = async (publicUrl: string | null) => {
    const service = await startService(
      { ...world.settings, publicUrl },
      { clock: world.clock, logger: createLogger('silent') },
    );
    const { memberId } = await invite(`${randomUUID()}@partner.example`);
    const { linkText } = done(await createSignInLink(world.context, workspaceId, memberId));
    const answer = await fetch(`${service.url}/api/admin/v1/sign-in/link?token=${linkText}`, {
      redirect: 'manual',
    });
    await service.stop();
    expect(answer.headers.get('location')).toBe(`${publicUrl ?? service.url}/`);
    return answer.headers.getSetCookie().join();
  };

  it.each([
    [null, 'tessera_session', false],
    ['https://tessera.example', '__Host-tessera_session', true],
    ['https://tessera.example/below', '__Host-tessera_session', true],
    ['http://tessera.example', 'tessera_session', true],
  ])('at %s is named %s, with secure %s', async (publicUrl, name, isSecure) => {
    const line = await lineFrom(publicUrl);
    expect(line).toMatch(new RegExp(`^${name}=[0-9a-f]{64}; Path=/;`));
    for (const word of ['HttpOnly', 'SameSite=Lax']) expect(line).toContain(word);
    expect(line.includes('Secure')).toBe(isSecure);
    expect(line).not.toContain('Domain');
  });

  it('over https is accepted by its prefixed name only', async () => {
    const service = await startService(
      { ...world.settings, publicUrl: 'https://tessera.example' },
      { clock: world.clock, logger: createLogger('silent') },
    );
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    const statusWith = async (name: string) =>
      (await fetch(`${service.url}${me}`, { headers: { cookie: `${name}=${user.cookie}` } })).status;
    expect([await statusWith('__Host-tessera_session'), await statusWith('tessera_session')]).toEqual([
      200, 401,
    ]);
    await service.stop();
  });
});

describe('a sign-in link', () => {
  const link = async () => {
    const { memberId } = await invite(`${randomUUID()}@partner.example`);
    const { linkText } = done(await createSignInLink(world.context, workspaceId, memberId));
    return `${world.service.url}/api/admin/v1/sign-in/link?token=${linkText}`;
  };

  it('works once', async () => {
    const address = await link();
    expect((await browser.get(address)).status).toBe(303);
    expect((await browser.get(`${world.service.url}${me}`)).status).toBe(200);
    const again = await new Browsing().get(address);
    expect(again.status).toBe(403);
    expect(await again.text()).toContain('sign-in link is not valid');
  });

  it('works for one of many concurrent requests', async () => {
    const address = await link();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await new Browsing().get(address)).status),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  });

  it('403: after 15 minutes, for an invalid token, and for a removed member', async () => {
    const address = await link();
    world.clock.forward(15 * minute);
    expect((await browser.get(address)).status).toBe(403);
    expect((await browser.get(`${world.service.url}/api/admin/v1/sign-in/link?token=x`)).status).toBe(403);
    const late = await link();
    await world.database.updateTable('workspace_members').set({ removed_at: world.clock.now() }).execute();
    expect((await browser.get(late)).status).toBe(403);
  });
});

describe('rate limits per source address', () => {
  const many = (count: number, path: string, headers: Record<string, string> = {}) =>
    Promise.all(Array.from({ length: count }, () => world.call(path, { headers, redirect: 'manual' })));
  const countOf = (answers: readonly { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  it('429: more than 120 sign-ins and links per minute', async () => {
    world.clock.forward(minute);
    const begun = await many(100, '/api/admin/v1/sign-in');
    const links = await many(30, '/api/admin/v1/sign-in/link?token=x');
    expect([countOf(begun, 303), countOf(links, 403), countOf(links, 429)]).toEqual([100, 20, 10]);
    world.clock.forward(minute);
  });

  it('429: more than 60 unknown sessions per minute; then valid ones are accepted again', async () => {
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    const answers = await many(70, me, { cookie: `tessera_session=${'0'.repeat(64)}` });
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([60, 10]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('ratelimit')).toBe('"address";r=0;t=1');
    world.clock.forward(1_000);
    expect((await user.callAdmin('GET', '/me')).status).toBe(200);
    world.clock.forward(minute);
    const good = await Promise.all(Array.from({ length: 50 }, () => user.callAdmin('GET', '/me')));
    expect(countOf(good, 200)).toBe(50);
  });
});

describe('a session', () => {
  const status = async (user: PortalUser) => (await user.callAdmin('GET', '/me')).status;

  it('ends after an hour without a request', async () => {
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    world.clock.forward(59 * minute);
    expect(await status(user)).toBe(200);
    world.clock.forward(59 * minute);
    expect(await status(user)).toBe(200);
    world.clock.forward(60 * minute);
    expect(await status(user)).toBe(401);
  });

  it('ends after 12 hours of activity', async () => {
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    for (let half = 1; half < 24; half += 1) {
      world.clock.forward(30 * minute);
      expect(await status(user)).toBe(200);
    }
    world.clock.forward(30 * minute);
    expect(await status(user)).toBe(401);
  });

  it('shows its expiry', async () => {
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    const startedAt = world.clock.now();
    const { body } = await user.callAdmin('GET', '/me');
    expect(body.session).toEqual({
      startedAt: startedAt.toISOString(),
      endsAt: new Date(startedAt.getTime() + 60 * minute).toISOString(),
    });
  });

  it('is ended by signing out, here or everywhere', async () => {
    const person = someone();
    const first = await PortalUser.join(world, workspaceId, 'Viewer', person);
    const second = await PortalUser.join(world, await world.workspace(), 'Viewer', person);
    const third = await PortalUser.join(world, await world.workspace(), 'Viewer', person);
    const other = await PortalUser.join(world, workspaceId, 'Viewer');
    const out = await second.callAdmin('POST', '/sign-out');
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie().join()).toMatch(/tessera_session=;.*Expires=Thu, 01 Jan 1970/);
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 401, 200]);
    expect((await third.callAdmin('POST', '/sign-out?everywhere=true')).status).toBe(204);
    expect([await status(first), await status(third), await status(other)]).toEqual([401, 401, 200]);
  });

  it('is stored as a hash only', async () => {
    const user = await PortalUser.join(world, workspaceId, 'Viewer');
    const rows = await world.database.selectFrom('admin_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(user.cookie);
    expect(rows.some(({ session_hash }) => session_hash.toString('hex') === user.cookie)).toBe(false);
  });
});
