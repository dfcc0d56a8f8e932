import { expect, it } from 'vitest';
import { reasonForNoWorkspace } from './no-workspace.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const ownTenant = 'a0000000-0000-4000-8000-000000000001';
const user = {
  tenantId: ownTenant,
  objectId: 'o1',
  username: 'bea@contoso.example',
  name: 'Bea',
  isGuest: false,
};
const invitation = {
  workspaceId: 'w1',
  role: 'Viewer',
  tenantId: null as string | null,
  invitedAt: now,
  joinedAt: null,
} as const;
const expired = { ...invitation, invitedAt: new Date(now.getTime() - 7 * 24 * 60 * 60_000) };
const elsewhere = { ...invitation, tenantId: 'a0000000-0000-4000-8000-000000000002' };

it.each([
  ['nobody has invited', user, [], [], [], 'NotInvited'],
  ['whose invitation has expired', user, [], [expired], [], 'InvitationExpired'],
  [
    'invited as an administrator of any tenant',
    user,
    [],
    [{ ...invitation, role: 'Partner administrator' as const }],
    [],
    'InvitationExpired',
  ],
  ['invited with another tenant', user, [], [elsewhere], [], 'OtherTenant'],
  ['invited twice, once with another tenant', user, [], [elsewhere, expired], [], 'InvitationExpired'],
  [
    'of a tenant that may not sign in any more',
    user,
    [{ workspaceId: 'w1' }],
    [],
    ['w1'],
    'TenantNotAllowed',
  ],
  [
    'invited by a workspace that does not allow the tenant',
    user,
    [],
    [invitation],
    ['w1'],
    'TenantNotAllowed',
  ],
])('a user %s', (_case, who, joined, invited, closed, reason) => {
  expect(reasonForNoWorkspace(who, { joined, invited, closed: new Set(closed) }, now)).toBe(reason);
});
