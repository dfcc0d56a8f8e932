import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { KeysSection } from './keys-section.tsx';
import { type ApiClient, apiClientsKey, apiKeysQuery } from './queries.ts';

const workspacePath = '/api/admin/v1/workspaces/{workspaceId}' as const;

/** A year by default, because a key that never expires is never rotated. */
const keyLife = { usual: '365', mustExpire: false };

export function ApiKeys({ client: { apiClientId, name } }: { readonly client: ApiClient }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const requests = {
    issue: async (expiresAt: string | null) => {
      const params = { path: { workspaceId, apiClientId } };
      const path = `${workspacePath}/api-clients/{apiClientId}/api-keys` as const;
      return (await dataOf(api.POST(path, { params, body: { expiresAt } }))).apiKey;
    },
    rotate: async (keyId: string, overlapHours: number, expiresAt: string | null) => {
      const params = { path: { workspaceId, keyId } };
      const path = `${workspacePath}/api-keys/{keyId}/rotate` as const;
      return (await dataOf(api.POST(path, { params, body: { overlapHours, expiresAt } }))).apiKey;
    },
    revoke: (keyId: string) =>
      api.POST(`${workspacePath}/api-keys/{keyId}/revoke`, { params: { path: { workspaceId, keyId } } }),
  };
  return (
    <KeysSection
      title="API keys"
      header="X-Api-Key"
      owner={name}
      query={useQuery(apiKeysQuery(workspaceId, apiClientId))}
      requests={requests}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) })}
      mayChange={usePermission('change:apiClients')}
      life={keyLife}
      empty="No keys. Issue one for an application that cannot get tokens of an identity provider."
      refused="within a second"
      secret={{
        name: `API key of ${name}`,
        advice: 'Store it with the application’s secrets. It is sent as the header X-Api-Key.',
      }}
    />
  );
}
