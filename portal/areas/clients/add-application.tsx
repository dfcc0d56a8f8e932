import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../api/client.ts';
import { formErrors, isSaidByFields } from '../../parts/form-errors.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { ProveApplication } from './prove-application.tsx';
import { type ApiClient, apiClientsKey, type Challenge } from './queries.ts';

const fields = ['applicationId', 'tenantId'];

interface AddApplicationProps {
  readonly client: ApiClient;
  readonly onClose: () => void;
}

/** Two steps: whose application it is, then the challenge that it proves itself with. */
export function AddApplication({ client, onClose }: AddApplicationProps) {
  const { apiClientId, name } = client;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm({ initialValues: { applicationId: '', tenantId: '' } });
  const adding = useMutation({
    mutationFn: ({ applicationId, tenantId }: typeof form.values) =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials', {
          params: { path: { workspaceId, apiClientId } },
          body: { applicationId: applicationId.trim(), tenantId: tenantId.trim() },
        }),
      ),
    onSuccess: (added) => {
      void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
      setChallenge(added);
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  if (challenge) {
    const applicationId = form.values.applicationId.trim();
    return (
      <ProveApplication
        client={client}
        identity={{ applicationId }}
        challenge={challenge}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={`Add an application to ${name}`}>
      <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="Application id"
            description="The client id of its registration at your identity provider"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('applicationId')}
          />
          <TextInput
            label="Tenant id"
            description="The tenant in which it gets its tokens"
            autoComplete="off"
            {...form.getInputProps('tenantId')}
          />
          {adding.isError && !isSaidByFields(adding.error, fields) && <TroubleNotice error={adding.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={adding.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
