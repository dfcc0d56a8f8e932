/** Roles and permissions in the portal. Every role reads everything except secrets; the table says who changes what. */

const areas = [
  'members',
  'settings',
  'apiClients',
  'webhooks',
  'catalogue',
  'customers',
  'subscriptions',
  'usage',
  'inbox',
] as const;
export type Area = (typeof areas)[number];

export type Permission = 'read' | `change:${Area}`;
export const permissions: readonly Permission[] = ['read', ...areas.map((area) => `change:${area}` as const)];

/**
 * Members include service accounts, API clients credentials, subscriptions seats and the view as a customer, the catalogue
 * marketplace mappings.
 */
const roleTable = {
  'Partner administrator': areas,
  'Integration manager': ['apiClients', 'webhooks'],
  'Catalogue manager': ['catalogue'],
  'Subscription support': ['customers', 'subscriptions', 'usage', 'inbox'],
  Viewer: [],
} as const satisfies Record<string, readonly Area[]>;

export type MemberRole = keyof typeof roleTable;
export const memberRoles = Object.keys(roleTable) as readonly MemberRole[];
export const administratorRole: MemberRole = 'Partner administrator';

/**
 * Who sees the customer's page as a customer. It shows little that other roles do not read, but it is for those who support
 * customers, and every look is in the audit log.
 */
export const viewAsCustomerPermission = 'change:subscriptions' satisfies Permission;

export function may(role: MemberRole, permission: Permission): boolean {
  if (permission === 'read') return true;
  const changes: readonly Area[] = roleTable[role];
  return changes.some((area) => permission === `change:${area}`);
}

export function permissionsOf(role: MemberRole): readonly Permission[] {
  return permissions.filter((permission) => may(role, permission));
}
