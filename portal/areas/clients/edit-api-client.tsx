import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answeredWithTag, api } from '../../api/client.ts';
import { ChangedMeanwhile } from '../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../parts/form-errors.ts';
import { showDone } from '../../parts/show-trouble.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useEdit } from '../../parts/use-edit.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { ApiClientFields, type ApiClientForm, clientFields, formOf, settingsOf } from './fields.tsx';
import { type ApiClient, type ApiClientSettings, apiClientsKey } from './queries.ts';

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
  const form = useForm<ApiClientForm>();
  const parameters = { path: { workspaceId, apiClientId } };
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...apiClientsKey(workspaceId), apiClientId, 'edit'],
    read: () => answeredWithTag(api.GET(path, { params: parameters })),
    save: (settings: ApiClientSettings, tag) =>
      api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body: settings }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
      showDone('It is changed. It holds from the next request of the client on.');
      onClose();
    },
  });
  // Filled once; what others change meanwhile is shown beside what was typed.
  useEffect(() => {
    if (value && !form.initialized) form.initialize(formOf(value));
  }, [value, form]);
  const isSaid = isSaidByFields(saving.error, clientFields);
  return (
    <Modal opened onClose={onClose} title={`Edit ${name}`}>
      {current.isPending && <Loader size="sm" aria-label="The client is being loaded" />}
      {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
      {value && form.initialized && (
        <form
          noValidate
          onSubmit={form.onSubmit((values) =>
            saving.mutate(settingsOf(values), { onError: (error) => form.setErrors(formErrors(error)) }),
          )}
        >
          <Stack gap="md">
            <ApiClientFields form={form} quota={rateLimitQuota} />
            {isChangedMeanwhile && (
              <ChangedMeanwhile onTakeTheirs={() => form.setValues(formOf(value))}>
                It is now {value.name}: {value.scopes.join(', ') || 'no scope'};{' '}
                {value.products?.join(', ') ?? 'all products'}; {value.effectiveRateLimit} requests a minute.
              </ChangedMeanwhile>
            )}
            {saving.isError && !isChangedMeanwhile && !isSaid && <TroubleNotice error={saving.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={!form.isDirty()} loading={saving.isPending}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
