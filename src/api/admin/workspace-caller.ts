import type { Actor } from '../../core/workspaces/audit.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { StoredServiceAccountKey } from '../../storage/clients/api-keys.ts';
import type { Membership } from '../../storage/workspaces/sessions.ts';

/** The caller of a route of a workspace: a member in a session, or a service account. */
export interface WorkspaceCaller {
  readonly workspaceId: string;
  readonly isSuspended: boolean;
  readonly role: MemberRole;
  readonly actor: Omit<Actor, 'address'>;
  /** A member's e-mail address, or a service account's name. */
  readonly signature: string;
  /** The tenant of a member's account; null before an invited member has joined, undefined for a service account. */
  readonly tenantId: string | null | undefined;
}

export function memberCaller(member: Membership): WorkspaceCaller {
  const { workspaceId, isSuspended, role, memberId, name, email, tenantId } = member;
  const actor = { kind: 'Member', id: memberId, name: name ?? email } as const;
  return { workspaceId, isSuspended, role, actor, signature: email, tenantId };
}

export function serviceAccountCaller({ account, isSuspended }: StoredServiceAccountKey): WorkspaceCaller {
  const { workspaceId, role, serviceAccountId, name } = account;
  const actor = { kind: 'ServiceAccount', id: serviceAccountId, name } as const;
  return { workspaceId, isSuspended, role, actor, signature: name, tenantId: undefined };
}
