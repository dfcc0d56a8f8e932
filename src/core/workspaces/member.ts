import { isUuid } from '../identifiers.ts';
import { type Refusal, refuse, type ValidationIssue } from '../refusal.ts';
import { isSameUserName } from '../values/user-name.ts';
import { administratorRole, type MemberRole } from './member-role.ts';
import { personalTenantIssues } from './personal-accounts.ts';
import { maySignIn } from './settings.ts';
import type { SignedInUser } from './sign-in.ts';

/** A person who works in a workspace's portal. */
export interface WorkspaceMember {
  readonly workspaceId: string;
  readonly memberId: string;
  /** The invited address. */
  readonly email: string;
  /** From the identity provider; null until they have joined. */
  readonly name: string | null;
  readonly role: MemberRole;
  /** The only tenant that may accept the invitation, if one was named; once joined, the member's tenant. */
  readonly tenantId: string | null;
  /** Null until they have joined. */
  readonly objectId: string | null;
  /** When the invitation was sent or last renewed. */
  readonly invitedAt: Date;
  readonly joinedAt: Date | null;

  readonly revision: number;
}

const maxAddressLength = 254;
const invitationLifetime = 7 * 24 * 60 * 60_000;

export function invitationIssues({
  email,
  role,
  tenantId,
}: Pick<WorkspaceMember, 'email' | 'role' | 'tenantId'>): readonly ValidationIssue[] {
  const isAddress = email.length <= maxAddressLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return [
    ...(isAddress ? [] : [{ path: 'email', rule: 'email', message: 'must be an e-mail address' }]),
    ...(tenantId === null || isUuid(tenantId)
      ? []
      : [{ path: 'tenantId', rule: 'uuid', message: 'must be a UUID' }]),
    ...personalTenantIssues('tenantId', tenantId ?? ''),
    ...(needsTenant({ role, tenantId })
      ? [{ path: 'tenantId', rule: 'required', message: 'is required to invite an administrator' }]
      : []),
  ];
}

/** Without a tenant the user name is not verified, which is not enough for an administrator. */
function needsTenant({ role, tenantId }: Pick<WorkspaceMember, 'role' | 'tenantId'>): boolean {
  return role === administratorRole && tenantId === null;
}

/** A role change of an open invitation follows the same rule. */
export function roleChangeIssues(
  { joinedAt, tenantId }: Pick<WorkspaceMember, 'joinedAt' | 'tenantId'>,
  role: MemberRole,
): readonly ValidationIssue[] {
  if (joinedAt !== null || !needsTenant({ role, tenantId })) return [];
  const message = 'requires an invitation with a tenant id: renew the invitation with one first';
  return [{ path: 'role', rule: 'tenant', message }];
}

export const memberStatuses = ['Invited', 'Expired', 'Joined'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** An administrator's invitation without a tenant counts as expired. */
export function memberStatus(
  member: Pick<WorkspaceMember, 'role' | 'tenantId' | 'invitedAt' | 'joinedAt'>,
  now: Date,
): MemberStatus {
  if (member.joinedAt !== null) return 'Joined';
  return now < invitationEnd(member) && !needsTenant(member) ? 'Invited' : 'Expired';
}

export function invitationEnd({ invitedAt }: Pick<WorkspaceMember, 'invitedAt'>): Date {
  return new Date(invitedAt.getTime() + invitationLifetime);
}

/**
 * Whether a signed-in user accepts the invitation. The user name is compared only here, while the invitation is open;
 * a joined member is identified by tenant and object id.
 *
 * | the invitation | is accepted by |
 * |---|---|
 * | names a tenant | a user of that tenant with the invited user name |
 * | names no tenant | a user of any work account with the invited user name; never as an administrator |
 *
 * The `email` claim never counts: the administrator of any tenant can set it freely.
 */
export function takesInvitation(
  invitation: Pick<WorkspaceMember, 'email' | 'role' | 'tenantId' | 'invitedAt' | 'joinedAt'>,
  user: SignedInUser,
  now: Date,
): boolean {
  if (memberStatus(invitation, now) !== 'Invited') return false;
  if (!isSameUserName(user.username, invitation.email)) return false;
  return isInTenantOf(invitation, user);
}

/** Whether the tenant of the account may accept the invitation. */
export function isInTenantOf(
  { tenantId }: Pick<WorkspaceMember, 'tenantId'>,
  user: Pick<SignedInUser, 'tenantId'>,
): boolean {
  return tenantId === null || user.tenantId === tenantId;
}

/**
 * Another administrator who has joined and can sign in must remain. An open invitation does not count: nobody may ever
 * accept it.
 */
export function checkAdministratorLeft(
  members: readonly Pick<WorkspaceMember, 'memberId' | 'role' | 'tenantId' | 'joinedAt'>[],
  signInTenants: readonly string[],
  leaving: Pick<WorkspaceMember, 'memberId' | 'role'>,
): Refusal | undefined {
  if (leaving.role !== administratorRole) return undefined;
  const isLeft = members.some(
    ({ memberId, role, tenantId, joinedAt }) =>
      memberId !== leaving.memberId &&
      role === administratorRole &&
      joinedAt !== null &&
      maySignIn(signInTenants, tenantId),
  );
  return isLeft ? undefined : refuse('member.last_administrator');
}
