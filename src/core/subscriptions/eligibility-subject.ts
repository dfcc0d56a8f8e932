import { type Refusal, refuse } from '../refusal.ts';
import { isSameUserName } from '../values/user-name.ts';

/** A person of an organisation, in one of its tenants. */
export interface Member {
  readonly tenantId: string;
  readonly objectId: string;
  readonly email: string | null;
  readonly isActive: boolean;
}

/** How the request identifies the user. */
export type RequestedSubject =
  | { readonly by: 'objectId'; readonly objectId: string }
  | { readonly by: 'email'; readonly email: string }
  /** The user of a delegated token. */
  | { readonly by: 'caller'; readonly tenantId: string; readonly objectId: string };

export interface Subject {
  readonly objectId: string | null;
  readonly email: string | null;
  readonly isCaller: boolean;
}

/**
 * An e-mail address resolves to its only active member; none or several is a refusal. An object id may be unknown, but
 * must not belong only to members of other tenants. Signed-in users can only be checked in the tenant of their token.
 *
 * @param members for an e-mail address the members of the organisation that holds the tenant; else those of the
 *   workspace's customers that have the object id.
 */
export function resolveSubject(
  requested: RequestedSubject,
  tenantId: string,
  members: readonly Member[],
): Subject | Refusal {
  if (requested.by === 'email') {
    const member = resolveMember(requested.email, members);
    if ('refused' in member) return member;
    if (!isSame(member.tenantId, tenantId)) return refuse('entitlement.user_tenant_mismatch');
    return { objectId: member.objectId, email: member.email, isCaller: false };
  }
  if (requested.by === 'caller' && !isSame(requested.tenantId, tenantId)) {
    return refuse('entitlement.user_tenant_mismatch');
  }
  const matching = members.filter((member) => isSame(member.objectId, requested.objectId));
  const member = matching.find((one) => isSame(one.tenantId, tenantId));
  if (requested.by === 'objectId' && matching.length > 0 && member === undefined) {
    return refuse('entitlement.user_tenant_mismatch');
  }
  return { objectId: requested.objectId, email: member?.email ?? null, isCaller: requested.by === 'caller' };
}

/** The only active member with the address, ignoring case. */
export function resolveMember<Known extends Member>(
  email: string,
  members: readonly Known[],
): Known | Refusal {
  const found = members.filter(
    (member) => member.isActive && member.email !== null && isSameUserName(member.email, email),
  );
  const [member, another] = found;
  return member && !another ? member : refuse('entitlement.user_not_resolved');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
