import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { productNamesQuery } from '../../api/product-names.ts';
import { serviceUrl } from '../../base-path.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import type { KeyRequests } from './key-requests.ts';
import { KeysSection } from './keys-section.tsx';
import { type ApiClient, apiClientsKey, apiKeysQuery, sampleTenantQuery } from './queries.ts';
import { apiSample } from './sample-calls.ts';

const workspacePath = '/api/admin/v1/workspaces/{workspaceId}' as const;

/** A year by default, because a key that never expires is never rotated. */
const keyLife = { usual: '365', mustExpire: false };

export function ApiKeys({ client }: { readonly client: ApiClient }) {
  const { apiClientId, name, scopes } = client;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const product = useSampleProduct(client);
  const { data: tenantId = null } = useQuery(sampleTenantQuery(workspaceId, product?.slug));
  const keyPath = `${workspacePath}/api-keys/{keyId}` as const;
  const requests: KeyRequests = {
    issue: async (body) => {
      const params = { path: { workspaceId, apiClientId } };
      const path = `${workspacePath}/api-clients/{apiClientId}/api-keys` as const;
      return issuedKey(await dataOf(api.POST(path, { params, body })));
    },
    rotate: async (keyId, overlapHours, expiresAt) => {
      const params = { path: { workspaceId, keyId } };
      const body = { overlapHours, expiresAt };
      return issuedKey(await dataOf(api.POST(`${keyPath}/rotate`, { params, body })));
    },
    change: (keyId, body) => api.PATCH(keyPath, { params: { path: { workspaceId, keyId } }, body }),
    revoke: (keyId) => api.POST(`${keyPath}/revoke`, { params: { path: { workspaceId, keyId } } }),
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
      docs="callApi"
      secret={{
        name: `API key of ${name}`,
        advice: 'Store it with the application’s secrets. It is sent as the header X-Api-Key.',
      }}
      sample={(key) => apiSample({ key, serviceUrl, scopes, product, tenantId, now: new Date() })}
    />
  );
}

const issuedKey = ({ keyId, apiKey }: { readonly keyId: string; readonly apiKey: string }) => ({
  keyId,
  secret: apiKey,
});

/** The newest published product that the client has access to. */
function useSampleProduct({ products }: ApiClient) {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(productNamesQuery(workspaceId));
  const published = data.filter(
    ({ slug, status }) => status === 'Published' && (products === null || products.includes(slug)),
  );
  return published.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0] ?? null;
}
