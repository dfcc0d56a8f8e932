/**
 * The query key of a workspace's data: `workspaceKey(workspaceId, 'members', search)`. A change
 * invalidates its area: `workspaceKey(workspaceId, 'members')`.
 */
export function workspaceKey(workspaceId: string, area: string, ...rest: readonly unknown[]) {
  return ['workspaces', workspaceId, area, ...rest] as const;
}
