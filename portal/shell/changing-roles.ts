import type { components, operations } from '../api/admin-api.generated.ts';

// Not of `session/me.ts`: a test outside the browser imports this file.
type Me = operations['readMe']['responses'][200]['content']['application/json'];
type Role = components['schemas']['Member']['role'];
type Permission = Me['workspaces'][number]['permissions'][number];

const administrator: Role = 'Partner administrator';

/** The roles that have a permission, the one made for it first. */
export const changingRoles: Readonly<Record<Exclude<Permission, 'read'>, readonly Role[]>> = {
  'change:members': [administrator],
  'change:settings': [administrator],
  'change:apiClients': ['Integration manager', administrator],
  'change:webhooks': ['Integration manager', administrator],
  'change:catalogue': ['Catalogue manager', administrator],
  'change:customers': ['Subscription support', administrator],
  'change:subscriptions': ['Subscription support', administrator],
  'change:usage': ['Subscription support', administrator],
  'change:inbox': ['Subscription support', administrator],
};
