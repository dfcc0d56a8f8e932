import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { checkAdministratorLeft, invitationIssues, roleChangeIssues, takesInvitation } from './member.ts';
import type { MemberRole } from './member-role.ts';
import { personalAccounts } from './personal-accounts.ts';

const tenant = 'a1000000-0000-4000-8000-000000000001';
const otherTenant = 'a1000000-0000-4000-8000-000000000002';

describe('takesInvitation', () => {
  const day = 24 * 60 * 60_000;
  const invitedAt = new Date('2026-11-15T09:00:00.000Z');
  const invited = (role: MemberRole, tenantId: string | null, joinedAt: Date | null = null) => ({
    email: 'Mara@partner.example',
    role,
    tenantId,
    invitedAt,
    joinedAt,
  });
  const user = (tenantId: string, username: string) => ({
    tenantId,
    objectId: 'd1000000-0000-4000-8000-000000000001',
    name: 'Mara',
    username,
    isGuest: false,
  });
  const viewer = invited('Viewer', null);
  const bound = invited('Viewer', tenant);
  const administrator = invited('Partner administrator', tenant);
  const untied = invited('Partner administrator', null);
  const mara = 'mara@partner.example';

  it.each([
    ['no tenant', viewer, tenant, mara, 0, true],
    ['no tenant', viewer, otherTenant, 'MARA@partner.example', 0, true],
    ['no tenant', viewer, tenant, 'mara@evil.example', 0, false],
    [
      'no tenant',
      { ...viewer, email: 'mark@partner.example' },
      tenant,
      'mar\u212a@partner.example',
      0,
      false,
    ],
    ['no tenant, after a week', viewer, tenant, mara, 7 * day, false],
    ['the tenant', bound, tenant, mara, 0, true],
    ['the tenant, just before a week', bound, tenant, mara, 7 * day - 1, true],
    ['the tenant, after a week', bound, tenant, mara, 7 * day, false],
    ['the tenant', bound, tenant, 'mv@partner.example', 0, false],
    ['the tenant', bound, otherTenant, mara, 0, false],
    ['an administrator of the tenant', administrator, tenant, mara, 0, true],
    ['an administrator of the tenant', administrator, otherTenant, mara, 0, false],
    ['an administrator of no tenant', untied, tenant, mara, 0, false],
    ['a joined member', invited('Viewer', tenant, invitedAt), tenant, mara, 0, false],
  ])('an invitation with %s, %j, by %s, %s, after %d ms: %s', (_, member, of, username, age, expected) => {
    const now = new Date(invitedAt.getTime() + age);
    expect(takesInvitation(member, user(of, username), now)).toBe(expected);
  });
});

it.each([
  ['Viewer', null, 'Viewer', null, []],
  ['an invitation without a tenant', null, 'Partner administrator', null, ['role']],
  ['an invitation with a tenant', tenant, 'Partner administrator', null, []],
  ['a joined member', tenant, 'Partner administrator', new Date(0), []],
] as const)('changing the role of %s (%s) to %s: %#', (_, tenantId, role, joinedAt, paths) => {
  expect(roleChangeIssues({ tenantId, joinedAt }, role).map(({ path }) => path)).toEqual(paths);
});

describe('checkAdministratorLeft', () => {
  const joined = new Date('2026-11-15T09:00:00.000Z');
  const member = (
    memberId: string,
    role: 'Partner administrator' | 'Viewer',
    joinedAt: Date | null,
    tenantId = tenant,
  ) => ({ memberId, role, joinedAt, tenantId });
  const administrator = member('one', 'Partner administrator', joined);

  it.each([
    ['the only administrator', [administrator], administrator, true],
    [
      'the only administrator beside a viewer',
      [administrator, member('two', 'Viewer', joined)],
      administrator,
      true,
    ],
    [
      'an administrator beside an invited one',
      [administrator, member('two', 'Partner administrator', null)],
      administrator,
      true,
    ],
    [
      'an administrator beside another',
      [administrator, member('two', 'Partner administrator', joined)],
      administrator,
      false,
    ],
    [
      'an invited administrator beside a joined one',
      [administrator, member('two', 'Partner administrator', null)],
      member('two', 'Partner administrator', null),
      false,
    ],
    [
      'an invited administrator alone',
      [member('two', 'Partner administrator', null)],
      member('two', 'Partner administrator', null),
      true,
    ],
    ['a viewer', [administrator, member('two', 'Viewer', joined)], member('two', 'Viewer', joined), false],
  ])('decides for %s: %#', (_, members, leaving, isRefused) => {
    expect(isRefusal(checkAdministratorLeft(members, [], leaving))).toBe(isRefused);
  });

  const foreign = member('two', 'Partner administrator', joined, otherTenant);
  it.each([
    ['of any tenant', [], administrator, false],
    ['of both tenants', [tenant, otherTenant], administrator, false],
    ['of the tenant of the one who leaves', [tenant], administrator, true],
    ['of the tenant of the one who stays', [tenant], foreign, false],
  ])(
    'decides for two administrators of two tenants, sign-in %s: %#',
    (_, signInTenants, leaving, isRefused) => {
      expect(isRefusal(checkAdministratorLeft([administrator, foreign], signInTenants, leaving))).toBe(
        isRefused,
      );
    },
  );
});

it.each([
  ['mara@partner.example', 'Viewer', null, []],
  ['mara@partner.example', 'Viewer', tenant, []],
  ['mara@partner.example', 'Partner administrator', tenant, []],
  ['mara@partner.example', 'Partner administrator', null, ['tenantId']],
  ['mara', 'Viewer', null, ['email']],
  ['mara voss@partner.example', 'Viewer', null, ['email']],
  [`${'m'.repeat(250)}@partner.example`, 'Viewer', null, ['email']],
  ['mara', 'Viewer', 'partner', ['email', 'tenantId']],
  ['mara@partner.example', 'Viewer', personalAccounts, ['tenantId']],
] as const)('invitation of %s as %s from %s: %j', (email, role, tenantId, paths) => {
  expect(invitationIssues({ email, role, tenantId }).map(({ path }) => path)).toEqual(paths);
});
