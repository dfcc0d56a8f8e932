import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useWorkspace } from '../session/workspace.ts';
import { changingRoles } from './changing-roles.ts';
import { entryAt } from './navigation.ts';

/** Why a page has no actions: the person's role, and the roles to ask. */
export function ReadOnlyNotice() {
  const { slug, role, permissions } = useWorkspace();
  const permission = entryAt(useLocation().pathname, slug)?.permission;
  if (!permission || permissions.includes(permission)) return null;
  return (
    <Text size="xs" c="dimmed" mb="xs">
      Your role is {role}: you can look, not change. Ask a member with the role{' '}
      {changingRoles[permission].join(' or ')}.
    </Text>
  );
}
