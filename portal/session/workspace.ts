import { useParams } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Me, Membership, Permission } from './me.ts';

/** The signed-in person, also while they sign in again. */
export const MeContext = createContext<Me | null>(null);

/** The signed-in person; for pages behind the sign-in. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** The workspace named in the path. */
export function useWorkspace(): Membership {
  const { workspace } = useParams({ strict: false });
  const found = useMe().workspaces.find(({ slug }) => slug === workspace);
  if (!found) throw new Error('The address names no workspace');
  return found;
}

/** Whether to show an action. It only hides: the API enforces permissions. */
export function usePermission(permission: Permission): boolean {
  return useWorkspace().permissions.includes(permission);
}
