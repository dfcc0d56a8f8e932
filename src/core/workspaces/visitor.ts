import type { Actor } from './audit.ts';
import type { SignedInUser } from './sign-in.ts';

const maxNameLength = 254;

/** A customer's user as an actor of the audit log. */
export function visitorActor(
  { tenantId, objectId, name, username }: SignedInUser,
  address: string | null,
): Actor {
  const shown = name.trim() === '' || name === username ? username : `${name.trim()} (${username})`;
  return {
    kind: 'Visitor',
    id: visitorId({ tenantId, objectId }),
    name: shown.slice(0, maxNameLength),
    address,
  };
}

/** Users are identified by tenant id and object id: a guest has another object id in each tenant. */
export function visitorId({ tenantId, objectId }: Pick<SignedInUser, 'tenantId' | 'objectId'>): string {
  return `${tenantId} ${objectId}`;
}
