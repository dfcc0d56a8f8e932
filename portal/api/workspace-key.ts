/**
 * The key of everything that is asked of a workspace: `workspaceKey(workspaceId, 'members', search)`. A change
 * invalidates its area: `workspaceKey(workspaceId, 'members')`.
 */
export function workspaceKey(workspaceId: string, area: string, ...rest: readonly unknown[]) {
  return ['workspaces', workspaceId, area, ...rest] as const;
}
