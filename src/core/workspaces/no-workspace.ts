import { isInTenantOf, memberStatus, type WorkspaceMember } from './member.ts';
import type { SignedInUser } from './sign-in.ts';

/** Why a signed-in user gets no workspace. */
export type NoWorkspaceReason = 'TenantNotAllowed' | 'InvitationExpired' | 'OtherTenant' | 'NotInvited';

export interface NoWorkspaceFacts {
  /** Of the user, by tenant and object id. */
  readonly joined: readonly Pick<WorkspaceMember, 'workspaceId'>[];
  /** Invitations of the user name that nobody has accepted, expired ones included. */
  readonly invited: readonly Pick<
    WorkspaceMember,
    'workspaceId' | 'role' | 'tenantId' | 'invitedAt' | 'joinedAt'
  >[];
  /** Workspaces that do not allow sign-ins from the user's tenant. */
  readonly closed: ReadonlySet<string>;
}

/**
 * The first row that applies:
 *
 * | the user | the reason |
 * |---|---|
 * | has joined, but the workspace no longer allows the tenant | TenantNotAllowed |
 * | has an open invitation of a workspace that does not allow the tenant | TenantNotAllowed |
 * | has an expired invitation that this account could have accepted | InvitationExpired |
 * | has an invitation for an account of another tenant | OtherTenant |
 * | has none | NotInvited |
 */
export function reasonForNoWorkspace(
  user: SignedInUser,
  { joined, invited, closed }: NoWorkspaceFacts,
  now: Date,
): NoWorkspaceReason {
  const forUser = invited.filter((invitation) => isInTenantOf(invitation, user));
  const isClosed = ({ workspaceId }: Pick<WorkspaceMember, 'workspaceId'>) => closed.has(workspaceId);
  const open = forUser.filter((invitation) => memberStatus(invitation, now) === 'Invited');
  if ([...joined, ...open].some(isClosed)) return 'TenantNotAllowed';
  if (forUser.length > 0) return 'InvitationExpired';
  return invited.length > 0 ? 'OtherTenant' : 'NotInvited';
}
