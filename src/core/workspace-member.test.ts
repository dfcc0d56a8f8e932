import { describe, expect, it } from 'vitest';
import { isRefusal } from './refusal.ts';
import { checkAdministratorLeft, invitationIssues, takesInvitation } from './workspace-member.ts';

const tenant = 'a1000000-0000-4000-8000-000000000001';
const otherTenant = 'a1000000-0000-4000-8000-000000000002';
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';

describe('takesInvitation', () => {
  const invited = 'Mara@partner.example';
  const user = (tenantId: string, username: string, email: string | null) => ({
    tenantId,
    objectId: 'd1000000-0000-4000-8000-000000000001',
    name: 'Mara',
    username,
    email,
  });

  it.each([
    ['no tenant', null, tenant, 'mara@partner.example', null, true],
    ['no tenant', null, otherTenant, 'MARA@partner.example', null, true],
    ['no tenant', null, tenant, 'mara@evil.example', 'mara@partner.example', false],
    ['no tenant', null, tenant, 'mara@evil.example', null, false],
    ['no tenant', null, personal, 'mara@partner.example', 'mara@partner.example', false],
    ['the tenant', tenant, tenant, 'mara@partner.example', null, true],
    ['the tenant', tenant, tenant, 'mv@partner.example', 'mara@PARTNER.example', true],
    ['the tenant', tenant, tenant, 'mv@partner.example', null, false],
    ['the tenant', tenant, otherTenant, 'mara@partner.example', 'mara@partner.example', false],
    ['personal accounts', personal, personal, 'mara@partner.example', null, true],
  ])('an invitation that names %s (%s), by %s, %s, %s: %s', (_, tenantId, of, username, email, expected) => {
    expect(takesInvitation({ email: invited, tenantId }, user(of, username, email))).toBe(expected);
  });
});

describe('checkAdministratorLeft', () => {
  const joined = new Date('2026-11-15T09:00:00.000Z');
  const member = (memberId: string, role: 'Partner administrator' | 'Viewer', joinedAt: Date | null) => ({
    memberId,
    role,
    joinedAt,
  });
  const administrator = member('one', 'Partner administrator', joined);

  it.each([
    ['the only one', [administrator], administrator, true],
    ['beside a viewer', [administrator, member('two', 'Viewer', joined)], administrator, true],
    [
      'beside one invited',
      [administrator, member('two', 'Partner administrator', null)],
      administrator,
      true,
    ],
    ['beside another', [administrator, member('two', 'Partner administrator', joined)], administrator, false],
    [
      'one invited, beside one who joined',
      [administrator, member('two', 'Partner administrator', null)],
      member('two', 'Partner administrator', null),
      false,
    ],
    [
      'one invited, beside nobody',
      [member('two', 'Partner administrator', null)],
      member('two', 'Partner administrator', null),
      true,
    ],
    ['a viewer', [administrator, member('two', 'Viewer', joined)], member('two', 'Viewer', joined), false],
  ])('%s: %#', (_, members, leaving, isRefused) => {
    expect(isRefusal(checkAdministratorLeft(members, leaving))).toBe(isRefused);
  });
});

it.each([
  ['mara@partner.example', null, []],
  ['mara@partner.example', tenant, []],
  ['mara', null, ['email']],
  ['mara voss@partner.example', null, ['email']],
  [`${'m'.repeat(250)}@partner.example`, null, ['email']],
  ['mara', 'partner', ['email', 'tenantId']],
])('invitation of %s from %s: %j', (email, tenantId, paths) => {
  expect(invitationIssues({ email, tenantId }).map(({ path }) => path)).toEqual(paths);
});
