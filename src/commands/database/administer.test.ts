import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { testEncryptionKeyText } from '../../../tests/support/nodes/encryption-key.ts';
import { type ProductionConfig, readConfig } from '../../settings/config.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import {
  runAddAdministrator,
  runCreateWorkspace,
  runSetSignInTenants,
  runSuspendWorkspace,
} from './administer.ts';

let config: ProductionConfig;
let database: Database;
beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'));
  const read = readConfig({
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://tessera.example',
    IDP_API_APP_ID: 'e0000000-0000-4000-8000-000000000001',
    IDP_SIGN_IN_CLIENT_ID: 'e0000000-0000-4000-8000-000000000002',
    IDP_SIGN_IN_CLIENT_SECRET: 'secret',
    ENCRYPTION_KEY: testEncryptionKeyText,
  });
  if (read.mode !== 'production') throw new Error('no production');
  config = read;
  database = openDatabase({ url: databaseUrl, maxConnections: 1, onConnectionLost: () => {} });
  await runCreateWorkspace(config, { slug: 'arcadia', name: 'Arcadia', plan: 'Growth' });
});
afterAll(() => database.destroy());

const members = () =>
  database.selectFrom('workspace_members').select(['email', 'role', 'tenant_id']).execute();
const audited = async () => {
  const rows = await database
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .orderBy('entry_id')
    .execute();
  return rows.map(({ action, actor_id }) => `${actor_id} ${action}`);
};

describe('create-workspace', () => {
  it('creates a workspace, which is audited', async () => {
    expect(
      await database.selectFrom('workspaces').select(['slug', 'name', 'partner_plan']).execute(),
    ).toEqual([{ slug: 'arcadia', name: 'Arcadia', partner_plan: 'Growth' }]);
    expect(await audited()).toEqual(['create-workspace workspace.created']);
  });

  it.each([
    ['a slug that is taken', { slug: 'arcadia' }, 'Refused: slug belongs to another workspace'],
    ['an invalid slug', { slug: 'Arcadia!' }, 'Refused: slug must be a slug'],
  ])('refuses %s', async (_, options, words) => {
    await expect(runCreateWorkspace(config, { name: 'X', plan: 'Scale', ...options })).rejects.toThrow(words);
  });
});

describe('suspend-workspace and resume-workspace', () => {
  const suspend = async (reason: string | null, workspace = 'arcadia') =>
    (await runSuspendWorkspace(config, { workspace, reason })).text;

  it('print their effect, and when there is nothing to change', async () => {
    expect(await suspend('unpaid invoice')).toBe('Workspace arcadia is suspended now.');
    expect(await suspend('unpaid invoice')).toBe('Workspace arcadia was suspended already.');
    expect(await suspend(null)).toBe('Workspace arcadia is not suspended now.');
    expect(await suspend(null)).toBe('Workspace arcadia was not suspended already.');
  });

  it('refuse an unknown workspace, and an empty reason', async () => {
    await expect(suspend('x', 'nowhere')).rejects.toThrow('There is no workspace nowhere.');
    await expect(suspend('  ')).rejects.toThrow('--reason is required: the reason of the suspension.');
  });
});

describe('set-sign-in-tenants', () => {
  const tenant = 'a0000000-0000-4000-8000-000000000001';
  const set = async (tenants: string, workspace = 'arcadia') =>
    (await runSetSignInTenants(config, { workspace, tenants })).text;
  const stored = async () =>
    (await database.selectFrom('workspaces').select('sign_in_tenants').executeTakeFirstOrThrow())
      .sign_in_tenants;

  it('sets the tenants, and opens sign-in to any tenant again, which is audited', async () => {
    expect(await set(`${tenant.toUpperCase()}, ${tenant}`)).toBe(
      `Only accounts of these tenants may sign in to arcadia now: ${tenant}.`,
    );
    expect(await stored()).toEqual([tenant]);
    expect(await set('any')).toBe('Accounts of any tenant may sign in to arcadia now, if they are members.');
    expect(await stored()).toEqual([]);
    expect((await audited()).at(-1)).toBe('set-sign-in-tenants workspace.settings_changed');
  });

  it.each([
    ['an unknown workspace', 'any', 'nowhere', 'There is no workspace nowhere.'],
    ['no tenant ids', 'arcadia', 'arcadia', '--tenants must be any, or tenant ids'],
    ['an empty list', '', 'arcadia', '--tenants must be any, or tenant ids'],
    [
      'too many',
      Array(21)
        .fill(0)
        .map(() => randomUUID())
        .join(),
      'arcadia',
      'Refused: signInTenants must be',
    ],
  ])('refuses %s', async (_, tenants, workspace, words) => {
    await expect(set(tenants, workspace)).rejects.toThrow(words);
  });
});

describe('add-administrator', () => {
  const tenant = 'a0000000-0000-4000-8000-000000000001';
  const other = 'a0000000-0000-4000-8000-000000000002';
  const add = async (email: string, of = tenant, workspace = 'arcadia') =>
    (await runAddAdministrator(config, { workspace, email, tenant: of })).text;

  it('invites an administrator from one tenant only', async () => {
    expect(await add('mara@arcadia.example')).toMatch(
      /^mara@arcadia.example is invited to administer arcadia. They sign in at https:\/\/tessera.example\/api\/admin\/v1\/sign-in. The invitation ends on 20.*Z.$/,
    );
    expect(await members()).toEqual([
      { email: 'mara@arcadia.example', role: 'Partner administrator', tenant_id: tenant },
    ]);
  });

  it('renews an open invitation, with the tenant', async () => {
    const longAgo = new Date('2020-01-01T00:00:00.000Z');
    await database.updateTable('workspace_members').set({ invited_at: longAgo, tenant_id: null }).execute();
    await add('mara@arcadia.example', other);
    const row = await database
      .selectFrom('workspace_members')
      .select(['tenant_id', 'invited_at'])
      .executeTakeFirstOrThrow();
    expect([row.tenant_id, row.invited_at > longAgo]).toEqual([other, true]);
    expect((await audited()).at(-1)).toBe('add-administrator member.invitation_renewed');
  });

  it('makes a member of that tenant an administrator', async () => {
    await database
      .updateTable('workspace_members')
      .set({ role: 'Viewer', tenant_id: tenant, object_id: other, joined_at: new Date() })
      .execute();
    await expect(add('mara@arcadia.example', other)).rejects.toThrow(`is a member from the tenant ${tenant}`);
    expect(await add('MARA@arcadia.example')).toContain(
      'mara@arcadia.example is an administrator of arcadia.',
    );
    expect((await members()).map(({ role }) => role)).toEqual(['Partner administrator']);
    expect((await audited()).at(-1)).toBe('add-administrator member.role_changed');
  });

  it('invites to a workspace at its limit of members', async () => {
    await runCreateWorkspace(config, { slug: 'full', name: 'Full', plan: 'Starter' });
    for (let number = 1; number <= 11; number++) {
      expect(await add(`${number}@full.example`, tenant, 'full')).toContain('is invited to administer full.');
    }
  });

  it.each([
    [
      'an unknown workspace',
      () => add('mara@arcadia.example', tenant, 'nowhere'),
      'There is no workspace nowhere',
    ],
    ['no address', () => add('mara'), 'Refused: email must be an e-mail address'],
    ['no tenant id', () => add('ben@arcadia.example', 'arcadia'), 'Refused: tenantId must be a UUID'],
  ])('refuses %s', async (_, attempt, words) => {
    await expect(attempt()).rejects.toThrow(words);
  });

  it('warns when nobody can sign in', async () => {
    const { text } = await runAddAdministrator(
      { ...config, signIn: null },
      { workspace: 'arcadia', email: 'cato@arcadia.example', tenant },
    );
    expect(text).toContain('Nobody can sign in before IDP_SIGN_IN_CLIENT_ID');
  });
});
