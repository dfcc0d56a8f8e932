import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { showDone } from '../../parts/notify.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { ApiClientFields, type ApiClientForm, settingsOf } from './fields.tsx';
import { apiClientsKey } from './queries.ts';

interface RegisterApiClientProps {
  readonly quota: number | undefined;
  readonly onClose: () => void;
}

export function RegisterApiClient({ quota, onClose }: RegisterApiClientProps) {
  const { workspaceId, slug } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { next } = useListAddress().search;
  const form = useForm<ApiClientForm>({
    initialValues: { name: '', scopes: ['entitlements:read'], products: null, rateLimitPerMinute: '' },
  });
  const registering = useMutation({
    mutationFn: (values: ApiClientForm) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients', {
          params: { path: { workspaceId } },
          body: settingsOf(values),
        }),
      ),
    onSuccess: ({ apiClientId, name }) => {
      void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
      showDone(`${name} registered. Add a credential.`);
      void navigate({
        to: '/$workspace/api-clients/$apiClientId',
        params: { workspace: slug, apiClientId },
        search: next === 'key' ? { add: 'key' } : {},
      });
    },
  });
  return (
    <FormDialog
      title="Register API client"
      submit="Register"
      form={form}
      mutation={registering}
      onClose={onClose}
    >
      <ApiClientFields form={form} quota={quota} />
    </FormDialog>
  );
}
