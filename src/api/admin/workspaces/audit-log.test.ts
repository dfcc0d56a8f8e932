import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { World } from '../../../../tests/support/worlds/world.ts';

let world: World;
let mara: PortalUser;
let ben: PortalUser;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  mara = await PortalUser.join(world, workspaceId, 'Partner administrator');
  world.clock.forward(1);
  ben = await PortalUser.join(world, workspaceId, 'Partner administrator');
  for (const user of [mara, ben, mara]) {
    world.clock.forward(60_000);
    const body = { email: `${randomUUID()}@partner.example`, role: 'Viewer' };
    await user.call('POST', '/members', { body });
  }
});
afterAll(() => world.close());

async function log(query: Record<string, string> = {}) {
  const { body } = await mara.call('GET', `/audit-log?${new URLSearchParams(query)}`);
  return body.items as { entryId: string; recordedAt: string; action: string; actor: { id: string } }[];
}

it('the audit log is filtered by actor, action, subject and time', async () => {
  expect(await log()).toHaveLength(5);
  expect(await log({ actorId: mara.memberId, action: 'member.invited' })).toHaveLength(2);
  expect(await log({ action: 'member.joined' })).toHaveLength(2);
  expect(await log({ subjectKind: 'Member', subjectId: ben.memberId })).toHaveLength(1);
  expect(await log({ subjectKind: 'ApiKey' })).toEqual([]);
  const invited = await log({ action: 'member.invited' });
  const [last, middle] = [invited[0]?.recordedAt ?? '', invited[1]?.recordedAt ?? ''];
  expect(await log({ from: middle, until: last })).toEqual([invited[1]]);
});

it('the audit log is paged, newest first', async () => {
  const all = await log();
  const first = await mara.call('GET', '/audit-log?limit=3');
  const rest = await mara.call('GET', `/audit-log?limit=3&after=${first.body.next}`);
  expect([...first.body.items, ...rest.body.items]).toEqual(all);
  expect(rest.body.next).toBeNull();
  expect(all.map(({ recordedAt }) => recordedAt)).toEqual(
    all
      .map(({ recordedAt }) => recordedAt)
      .sort()
      .reverse(),
  );
});

it('the audit log is exported as a file with every matching entry', async () => {
  const invited = await log({ action: 'member.invited' });
  const json = await mara.call('GET', '/audit-log.json?action=member.invited');
  expect(json.body).toEqual(invited);
  expect(json.headers.get('content-disposition')).toContain('audit-log.json');
  expect((await mara.call('GET', '/audit-log.json?action=api_key.issued')).body).toEqual([]);

  const csv = await mara.call('GET', '/audit-log.csv?action=member.invited');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [columns, first, ...rest] = csv.text.split('\r\n');
  expect(columns).toMatch(/^recordedAt,actorKind,actorId,actor,/);
  expect(first).toContain(`member.invited,Member,`);
  expect(first).toContain(invited[0]?.recordedAt);
  expect(rest.at(-1)).toBe('');
  expect(rest).toHaveLength(invited.length);
});

it('is a file of several reads: every entry once, in order', async () => {
  const workspaceId = await world.workspace();
  const other = await PortalUser.join(world, workspaceId, 'Viewer');
  await sql`
    insert into audit_entries (workspace_id, entry_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id)
    select ${workspaceId}, gen_random_uuid(), now(), 'Command', 'x', 'x', 'plan.changed', 'Plan', number::text
    from generate_series(1, 600) as number`.execute(world.database);
  const ids = (await other.call('GET', '/audit-log.json?action=plan.changed')).body.map(
    ({ entryId }: { entryId: string }) => entryId,
  );
  expect(ids).toEqual([...new Set<string>(ids)].sort().reverse());
  expect(ids).toHaveLength(600);
  const csv = await other.call('GET', '/audit-log.csv?action=plan.changed');
  const [heading, ...lines] = csv.text.trimEnd().split('\r\n');
  expect(heading).toMatch(/^recordedAt,/);
  expect(lines.map((line) => line.split(',').at(-3))).toEqual(ids);
});

it.each(['after=nonsense', 'action=unknown', 'from=yesterday', 'limit=0', 'limit=201'])(
  '400: %s',
  async (query) => {
    expect((await mara.call('GET', `/audit-log?${query}`)).status).toBe(400);
  },
);

it('the audit log never shows entries of another workspace', async () => {
  const other = await PortalUser.join(world, await world.workspace(), 'Viewer');
  const { body } = await other.call('GET', '/audit-log');
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual(['member.joined']);
  const joined = 'action=member.joined';
  expect((await other.call('GET', `/audit-log.json?${joined}`)).body).toEqual(body.items);
  expect((await other.call('GET', `/audit-log.csv?${joined}`)).text.split('\r\n')).toHaveLength(3);
});

it('the audit log has its own exports, with their filters', async () => {
  const other = await PortalUser.join(world, await world.workspace(), 'Viewer');
  world.clock.forward(1);
  await other.call('GET', '/audit-log.csv?action=member.joined');
  expect(await other.lastAudit()).toMatchObject({
    action: 'audit_log.exported',
    actor: { kind: 'Member', id: other.memberId, address: '127.0.0.1' },
    after: { format: 'csv', action: 'member.joined' },
  });
});
