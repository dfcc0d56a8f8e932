import { useQueryClient } from '@tanstack/react-query';
import { api, dataWithTag } from '../../api/client.ts';
import { EditDialog } from '../../parts/form/edit-dialog.tsx';
import { showDone } from '../../parts/notify.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { ApiClientFields, formOf, settingsOf } from './fields.tsx';
import { type ApiClient, apiClientsKey } from './queries.ts';

const path = '/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}' as const;

interface EditApiClientProps {
  readonly client: ApiClient;
  readonly onClose: () => void;
}

export function EditApiClient({
  client: { apiClientId, name, rateLimitQuota },
  onClose,
}: EditApiClientProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const parameters = { path: { workspaceId, apiClientId } };
  return (
    <EditDialog
      title={`Edit ${name}`}
      queryKey={[...apiClientsKey(workspaceId), apiClientId, 'edit']}
      read={() => dataWithTag(api.GET(path, { params: parameters }))}
      valuesOf={formOf}
      changeOf={settingsOf}
      save={(body, tag) => api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body })}
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
        showDone('API client saved. The change applies from its next request.');
      }}
      describe={(value) =>
        `${value.name}: ${value.scopes.join(', ') || 'no scope'}; ${value.products?.join(', ') ?? 'all products'}; ${value.effectiveRateLimit} requests a minute.`
      }
      onClose={onClose}
    >
      {(form) => <ApiClientFields form={form} quota={rateLimitQuota} />}
    </EditDialog>
  );
}
