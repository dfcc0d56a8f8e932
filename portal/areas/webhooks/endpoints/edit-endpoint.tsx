import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answeredWithTag, api } from '../../../api/client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { EndpointFields } from './fields.tsx';
import { changesOf, type EndpointForm, endpointFields, formOf } from './form.ts';
import { endpointPath, nameOf, type WebhookEndpoint, webhooksKey } from './queries.ts';

interface EditEndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function EditEndpoint({ endpoint, onClose }: EditEndpointProps) {
  const { endpointId } = endpoint;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm<EndpointForm>();
  const parameters = { path: { workspaceId, endpointId } };
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...webhooksKey(workspaceId), 'endpoints', endpointId, 'edit'],
    read: () => answeredWithTag(api.GET(endpointPath, { params: parameters })),
    save: (changes: ReturnType<typeof changesOf>, tag) =>
      api.PATCH(endpointPath, { params: { ...parameters, header: { 'if-match': tag } }, body: changes }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
      showDone('The endpoint is changed. What waits is delivered as it says now.');
      onClose();
    },
  });
  // Filled once; what others change meanwhile is shown beside what was typed.
  useEffect(() => {
    if (value && !form.initialized) form.initialize(formOf(value));
  }, [value, form]);
  const isSaid = isSaidByFields(saving.error, endpointFields);
  return (
    <Modal opened onClose={onClose} title={`Edit ${nameOf(endpoint)}`}>
      {current.isPending && <Loader size="sm" aria-label="The endpoint is being loaded" />}
      {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
      {value && form.initialized && (
        <form
          noValidate
          onSubmit={form.onSubmit((values) =>
            saving.mutate(changesOf(values), { onError: (error) => form.setErrors(formErrors(error)) }),
          )}
        >
          <Stack gap="md">
            <EndpointFields form={form} />
            {isChangedMeanwhile && (
              <ChangedMeanwhile onTakeTheirs={() => form.setValues(formOf(value))}>
                It is now {value.url}: {value.eventTypes?.join(', ') ?? 'every type'};{' '}
                {value.products?.join(', ') ?? 'all products'};{' '}
                {value.headerNames.length > 0 ? `headers ${value.headerNames.join(', ')}` : 'no headers'}.
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
