import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { serviceUrl } from '../../../base-path.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import type { KeyRequests } from '../key-requests.ts';
import { KeysSection } from '../keys-section.tsx';
import { adminSample } from '../sample-calls.ts';
import { accountsPath, type ServiceAccount, serviceAccountKeysQuery, serviceAccountsKey } from './queries.ts';

const keysPath = `${accountsPath}/{serviceAccountId}/keys` as const;

/** The service's default. */
const keyLife = { usual: '90', mustExpire: true };

/** The keys of a service account; a new one is shown with a sample call. */
export function ServiceAccountKeys({ account }: { readonly account: ServiceAccount }) {
  const { serviceAccountId, name } = account;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const keyPath = `${keysPath}/{keyId}` as const;
  const paramsOf = (keyId: string) => ({ path: { workspaceId, serviceAccountId, keyId } });
  const requests: KeyRequests = {
    issue: async (body) => {
      const params = { path: { workspaceId, serviceAccountId } };
      return issuedKey(await dataOf(api.POST(keysPath, { params, body })));
    },
    rotate: async (keyId, overlapHours, expiresAt) => {
      const body = { overlapHours, expiresAt };
      return issuedKey(await dataOf(api.POST(`${keyPath}/rotate`, { params: paramsOf(keyId), body })));
    },
    change: (keyId, body) => api.PATCH(keyPath, { params: paramsOf(keyId), body }),
    revoke: (keyId) => dataOf(api.POST(`${keyPath}/revoke`, { params: paramsOf(keyId) })),
  };
  return (
    <KeysSection
      title="Keys"
      header="Authorization: Bearer"
      owner={name}
      query={useQuery(serviceAccountKeysQuery(workspaceId, serviceAccountId))}
      requests={requests}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: serviceAccountsKey(workspaceId) })}
      mayChange={usePermission('change:members')}
      life={keyLife}
      empty="No keys yet."
      refused="at once"
      docs="callAdminApi"
      secret={{
        name: `Key of ${name}`,
        advice: 'Store it with the program’s secrets.',
      }}
      sample={(key) => adminSample({ key, serviceUrl })}
    />
  );
}

const issuedKey = ({ keyId, key }: { readonly keyId: string; readonly key: string }) => ({
  keyId,
  secret: key,
});
