import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type ConnectionChange, connectionPath, connectionsKey, readConnection } from './queries.ts';

/** Reads and saves the connection of an edit dialog, of an application or of a seller. */
export function useConnectionEdit(connectionId: string) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  return {
    title: 'Edit connection',
    queryKey: [...connectionsKey(workspaceId), 'edited', connectionId],
    read: () => readConnection(workspaceId, connectionId),
    save: (body: ConnectionChange, tag: string) =>
      api.PATCH(connectionPath, {
        params: { path: { workspaceId, connectionId }, header: { 'if-match': tag } },
        body,
      }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
      showDone('Connection saved. Run a check to confirm that it works.');
    },
  };
}
