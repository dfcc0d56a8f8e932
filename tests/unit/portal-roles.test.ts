import { expect, it } from 'vitest';
import { changingRoles } from '../../portal/shell/changing-roles.ts';
import { may, memberRoles, permissions } from '../../src/core/workspaces/member-role.ts';

/** Portal and service share no code. */
it.each(permissions.filter((permission) => permission !== 'read'))(
  'the portal names the roles that have the permission %s',
  (permission) => {
    const allowed = memberRoles.filter((role) => may(role, permission));
    expect(new Set(changingRoles[permission])).toEqual(new Set(allowed));
  },
);
