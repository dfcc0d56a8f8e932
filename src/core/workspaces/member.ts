import { isUuid } from '../identifiers.ts';
import { type Refusal, refuse, type ValidationIssue } from '../refusal.ts';
import { administratorRole, type MemberRole } from './member-role.ts';
import { maySignIn } from './settings.ts';
import type { SignedInUser } from './sign-in.ts';

/** A person who works in a workspace's portal. */
export interface WorkspaceMember {
  readonly workspaceId: string;
  readonly memberId: string;
  /** As invited; until they have joined it is all that is known of them. */
  readonly email: string;
  /** As the identity provider says it; null until they have joined. */
  readonly name: string | null;
  readonly role: MemberRole;
  /** The only tenant from which the invitation is taken, when one was named; later the person's own. */
  readonly tenantId: string | null;
  /** Null until they have joined. */
  readonly objectId: string | null;
  /** When they were invited, or when the invitation was last renewed. */
  readonly invitedAt: Date;
  readonly joinedAt: Date | null;
  /** Counts the changes. */
  readonly revision: number;
}

const longestAddress = 254;
const invitationLifetime = 7 * 24 * 60 * 60_000;

export function invitationIssues({
  email,
  role,
  tenantId,
}: Pick<WorkspaceMember, 'email' | 'role' | 'tenantId'>): readonly ValidationIssue[] {
  const isAddress = email.length <= longestAddress && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return [
    ...(isAddress ? [] : [{ path: 'email', rule: 'email', message: 'must be an e-mail address' }]),
    ...(tenantId === null || isUuid(tenantId)
      ? []
      : [{ path: 'tenantId', rule: 'uuid', message: 'must be a UUID' }]),
    ...(needsTenant({ role, tenantId })
      ? [{ path: 'tenantId', rule: 'required', message: 'is required to invite an administrator' }]
      : []),
  ];
}

/** Without a tenant nobody vouches for the user name: too little for somebody who may change everything. */
function needsTenant({ role, tenantId }: Pick<WorkspaceMember, 'role' | 'tenantId'>): boolean {
  return role === administratorRole && tenantId === null;
}

/** A pending invitation is bound by the same rule when its role changes. */
export function roleChangeIssues(
  { joinedAt, tenantId }: Pick<WorkspaceMember, 'joinedAt' | 'tenantId'>,
  role: MemberRole,
): readonly ValidationIssue[] {
  if (joinedAt !== null || !needsTenant({ role, tenantId })) return [];
  const message = 'needs an invitation with a tenant id: renew the invitation with one first';
  return [{ path: 'role', rule: 'tenant', message }];
}

export const memberStatuses = ['Invited', 'Expired', 'Joined'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** An administrator's invitation without a tenant, from before one was required, counts as expired. */
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

/** Everybody's personal accounts: their names are not those of an organisation that has proven its domain. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * Whether the person who has just signed in is the one who was invited. Afterwards they are known by tenant and object
 * id; only this once does a user name count, while the invitation is open:
 *
 * | the invitation | is taken by |
 * |---|---|
 * | names a tenant | somebody of that tenant whose user name it is |
 * | names none | somebody with a work account whose user name it is; never as an administrator |
 *
 * The `email` claim never counts: in a tenant of their own, anybody writes there what they like.
 */
export function takesInvitation(
  invitation: Pick<WorkspaceMember, 'email' | 'role' | 'tenantId' | 'invitedAt' | 'joinedAt'>,
  user: SignedInUser,
  now: Date,
): boolean {
  const { email, tenantId } = invitation;
  if (memberStatus(invitation, now) !== 'Invited') return false;
  if (user.username.toLowerCase() !== email.toLowerCase()) return false;
  return tenantId === null ? user.tenantId !== personalAccounts : user.tenantId === tenantId;
}

/**
 * Whoever takes an administrator's role away must leave another one who has joined and can sign in: an invitation that
 * nobody has taken yet would leave the workspace to chance.
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
