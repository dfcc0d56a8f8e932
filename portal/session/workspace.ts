import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Me, type Membership, meQuery, type Permission } from './me.ts';

/** Who is signed in, on pages that only they see. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

/** The workspace that the address names, of which the person is a member. */
export function useWorkspace(): Membership {
  const { workspace } = useParams({ strict: false });
  const found = useMe().workspaces.find(({ slug }) => slug === workspace);
  if (!found) throw new Error('The address names no workspace');
  return found;
}

/** Whether to offer something. It only hides: the API decides. */
export function usePermission(permission: Permission): boolean {
  return useWorkspace().permissions.includes(permission);
}
