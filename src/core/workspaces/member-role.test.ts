import { describe, expect, it } from 'vitest';
import {
  type MemberRole,
  may,
  memberRoles,
  type Permission,
  permissions,
  permissionsOf,
} from './member-role.ts';

const allowed: Record<Permission, readonly MemberRole[]> = {
  read: [
    'Partner administrator',
    'Integration manager',
    'Catalogue manager',
    'Subscription support',
    'Viewer',
  ],
  'change:members': ['Partner administrator'],
  'change:settings': ['Partner administrator'],
  'change:apiClients': ['Partner administrator', 'Integration manager'],
  'change:webhooks': ['Partner administrator', 'Integration manager'],
  'change:catalogue': ['Partner administrator', 'Catalogue manager'],
  'change:customers': ['Partner administrator', 'Subscription support'],
  'change:subscriptions': ['Partner administrator', 'Subscription support'],
  'change:usage': ['Partner administrator', 'Subscription support'],
  'change:inbox': ['Partner administrator', 'Subscription support'],
};

const table = permissions.flatMap((permission) =>
  memberRoles.map((role) => [role, permission, allowed[permission].includes(role)] as const),
);

describe('may', () => {
  it.each(table)('%s, %s: %s', (role, permission, expected) => {
    expect(may(role, permission)).toBe(expected);
  });

  it('knows five roles', () => {
    expect(memberRoles).toEqual(allowed.read);
  });
});

it('lists all permissions of a role', () => {
  expect(permissionsOf('Viewer')).toEqual(['read']);
  expect(permissionsOf('Integration manager')).toEqual(['read', 'change:apiClients', 'change:webhooks']);
  expect(permissionsOf('Partner administrator')).toEqual(permissions);
});
