import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { ProveApplication } from './prove-application.tsx';
import { type ApiClient, apiClientsKey, type Challenge } from './queries.ts';

interface AddApplicationProps {
  readonly client: ApiClient;
  readonly onClose: () => void;
}

/** Two steps: the application's ids, then the verification challenge. */
export function AddApplication({ client, onClose }: AddApplicationProps) {
  const { apiClientId, name } = client;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm({ initialValues: { applicationId: '', tenantId: '' } });
  const adding = useMutation({
    mutationFn: ({ applicationId, tenantId }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials', {
          params: { path: { workspaceId, apiClientId } },
          body: { applicationId: applicationId.trim(), tenantId: tenantId.trim() },
        }),
      ),
    onSuccess: (added) => {
      void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
      setChallenge(added);
    },
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
    <FormDialog
      title={`Add application to ${name}`}
      submit="Add"
      form={form}
      mutation={adding}
      onClose={onClose}
    >
      <TextInput
        label="Application id"
        description="The client id of its registration at your identity provider"
        data-autofocus
        {...form.getInputProps('applicationId')}
      />
      <TextInput
        label="Tenant id"
        description="The tenant that issues its tokens"
        {...form.getInputProps('tenantId')}
      />
    </FormDialog>
  );
}
