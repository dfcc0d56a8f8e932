import { type Refusal, refuse } from '../refusal.ts';

/** A person whom an organisation has named to us, in one of the tenants it holds. */
export interface Member {
  readonly tenantId: string;
  readonly objectId: string;
  readonly email: string | null;
  readonly isActive: boolean;
}

/** How the question names its user. */
export type RequestedSubject =
  | { readonly by: 'objectId'; readonly objectId: string }
  | { readonly by: 'email'; readonly email: string }
  /** The signed-in user behind a delegated token. */
  | { readonly by: 'caller'; readonly tenantId: string; readonly objectId: string };

export interface Subject {
  readonly objectId: string | null;
  readonly email: string | null;
  readonly isCaller: boolean;
}

/**
 * An e-mail address is the one active member's who has it; no such member, or several, resolves to nobody. An
 * object id stands for itself, known or not, unless it is known as a member of other tenants only. Signed-in users
 * ask about themselves, in the tenant that their token is from.
 *
 * @param members for an e-mail address the members of the organisation that holds the tenant; else those of the
 *   workspace's customers that have the object id.
 */
export function resolveSubject(
  asked: RequestedSubject,
  tenantId: string,
  members: readonly Member[],
): Subject | Refusal {
  if (asked.by === 'email') {
    const member = resolveMember(asked.email, members);
    if ('refused' in member) return member;
    if (!isSame(member.tenantId, tenantId)) return refuse('entitlement.user_tenant_mismatch');
    return { objectId: member.objectId, email: member.email, isCaller: false };
  }
  if (asked.by === 'caller' && !isSame(asked.tenantId, tenantId)) {
    return refuse('entitlement.user_tenant_mismatch');
  }
  const known = members.filter((member) => isSame(member.objectId, asked.objectId));
  const member = known.find((one) => isSame(one.tenantId, tenantId));
  if (asked.by === 'objectId' && known.length > 0 && member === undefined) {
    return refuse('entitlement.user_tenant_mismatch');
  }
  return { objectId: asked.objectId, email: member?.email ?? null, isCaller: asked.by === 'caller' };
}

/** Exactly one active member has the address; upper and lower case make no difference. */
export function resolveMember<Known extends Member>(
  email: string,
  members: readonly Known[],
): Known | Refusal {
  const found = members.filter(
    (member) => member.isActive && member.email !== null && isSame(member.email, email),
  );
  const [member, another] = found;
  return member && !another ? member : refuse('entitlement.user_not_resolved');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
