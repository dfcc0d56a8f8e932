import { isUuid } from './identifiers.ts';
import { administratorRole, type MemberRole } from './member-role.ts';
import { type Refusal, refuse, type ValidationIssue } from './refusal.ts';
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
  readonly invitedAt: Date;
  readonly joinedAt: Date | null;
  /** Counts the changes. */
  readonly revision: number;
}

const longestAddress = 254;

export function invitationIssues({
  email,
  tenantId,
}: {
  readonly email: string;
  readonly tenantId: string | null;
}): readonly ValidationIssue[] {
  const isAddress = email.length <= longestAddress && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  return [
    ...(isAddress ? [] : [{ path: 'email', rule: 'email', message: 'must be an e-mail address' }]),
    ...(tenantId === null || isUuid(tenantId)
      ? []
      : [{ path: 'tenantId', rule: 'uuid', message: 'must be a UUID' }]),
  ];
}

/** Everybody's personal accounts: their names are not those of an organisation that has proven its domain. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * Whether the person who has just signed in is the one who was invited. Afterwards they are known by tenant and object
 * id; only this once does an address count, and so only one that somebody stands for:
 *
 * | the invitation | is taken by |
 * |---|---|
 * | names a tenant | somebody of that tenant whose user name or e-mail address it is: the tenant stands for both |
 * | names none | whose user name it is, at work: its domain has been proven by their tenant |
 *
 * An e-mail address alone never does: in a tenant of their own, anybody writes there what they like.
 */
export function takesInvitation(
  { email, tenantId }: Pick<WorkspaceMember, 'email' | 'tenantId'>,
  user: SignedInUser,
): boolean {
  const isUsername = isSameAddress(user.username, email);
  if (tenantId === null) return isUsername && user.tenantId !== personalAccounts;
  return (
    user.tenantId === tenantId && (isUsername || (user.email !== null && isSameAddress(user.email, email)))
  );
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Whoever takes an administrator's role away must leave another one who has joined: an invitation that nobody has
 * taken yet would leave the workspace to chance.
 */
export function checkAdministratorLeft(
  members: readonly Pick<WorkspaceMember, 'memberId' | 'role' | 'joinedAt'>[],
  leaving: Pick<WorkspaceMember, 'memberId' | 'role'>,
): Refusal | undefined {
  if (leaving.role !== administratorRole) return undefined;
  const isLeft = members.some(
    ({ memberId, role, joinedAt }) =>
      memberId !== leaving.memberId && role === administratorRole && joinedAt !== null,
  );
  return isLeft ? undefined : refuse('member.last_administrator');
}
