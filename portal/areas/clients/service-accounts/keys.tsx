import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { Snippet } from '../../../parts/snippet.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { KeysSection } from '../keys-section.tsx';
import { accountsPath, type ServiceAccount, serviceAccountKeysQuery, serviceAccountsKey } from './queries.ts';

const keysPath = `${accountsPath}/{serviceAccountId}/keys` as const;

/** The service's default. */
const keyLife = { usual: '90', mustExpire: true };

/** The keys of a service account; a new one is shown with a sample call. */
export function ServiceAccountKeys({ account }: { readonly account: ServiceAccount }) {
  const { serviceAccountId, name } = account;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const requests = {
    issue: async (expiresAt: string | null) => {
      const params = { path: { workspaceId, serviceAccountId } };
      return (await dataOf(api.POST(keysPath, { params, body: { expiresAt } }))).key;
    },
    rotate: async (keyId: string, overlapHours: number, expiresAt: string | null) => {
      const params = { path: { workspaceId, serviceAccountId, keyId } };
      const path = `${keysPath}/{keyId}/rotate` as const;
      return (await dataOf(api.POST(path, { params, body: { overlapHours, expiresAt } }))).key;
    },
    revoke: (keyId: string) =>
      dataOf(
        api.POST(`${keysPath}/{keyId}/revoke`, {
          params: { path: { workspaceId, serviceAccountId, keyId } },
        }),
      ),
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
      secret={{
        name: `Key of ${name}`,
        advice: 'Store it with the program’s secrets.',
        children: (
          <>
            <Text size="sm">A call with it:</Text>
            <Snippet text={sampleCall()} of="sample call" />
          </>
        ),
      }}
    />
  );
}

/** The key stays out of the command line, whose history is stored. */
function sampleCall(): string {
  return `read -rs TESSERA_KEY
curl -H "Authorization: Bearer $TESSERA_KEY" \\
  ${window.location.origin}${servicePath}/api/admin/v1/service-account`;
}
