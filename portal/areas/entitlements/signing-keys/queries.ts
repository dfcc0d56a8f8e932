import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type SigningKey = Schemas['SigningKey'];

export const signingKeysKey = (workspaceId: string) => workspaceKey(workspaceId, 'signing-keys');

export const signingKeysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: signingKeysKey(workspaceId),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/signing-keys', { params: { path: { workspaceId } } }),
      ),
  });
