import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answered, api } from '../../api/client.ts';
import { formErrors, isSaidByFields } from '../../parts/form-errors.ts';
import { showDone } from '../../parts/show-trouble.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { ApiClientFields, type ApiClientForm, clientFields, settingsOf } from './fields.tsx';
import { apiClientsKey } from './queries.ts';

interface RegisterApiClientProps {
  readonly quota: number | undefined;
  readonly onClose: () => void;
}

export function RegisterApiClient({ quota, onClose }: RegisterApiClientProps) {
  const { workspaceId, slug } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ApiClientForm>({
    initialValues: { name: '', scopes: ['entitlements:read'], products: null, rateLimitPerMinute: '' },
  });
  const registering = useMutation({
    mutationFn: (values: ApiClientForm) =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients', {
          params: { path: { workspaceId } },
          body: settingsOf(values),
        }),
      ),
    onSuccess: ({ apiClientId, name }) => {
      void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
      showDone(`${name} is registered. Give it a credential to call with.`);
      void navigate({
        to: '/$workspace/api-clients/$apiClientId',
        params: { workspace: slug, apiClientId },
      });
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title="Register an API client">
      <form onSubmit={form.onSubmit((values) => registering.mutate(values))} noValidate>
        <Stack gap="md">
          <ApiClientFields form={form} quota={quota} />
          {registering.isError && !isSaidByFields(registering.error, clientFields) && (
            <TroubleNotice error={registering.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={registering.isPending}>
              Register
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
