import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ConnectionFields, connectionFields, credentialOf, endOf, noText } from './fields.tsx';
import { connectionsKey } from './queries.ts';

const nothing = { kind: 'secret', clientSecret: '' } as const;

export function ConnectMarketplace({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { sourceName: '', ...noText } });
  const connecting = useMutation({
    mutationFn: (values: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/marketplace-connections', {
          params: { path: { workspaceId } },
          body: {
            sourceName: values.sourceName,
            tenantId: values.tenantId.trim(),
            clientId: values.clientId.trim(),
            credential: credentialOf(values) ?? nothing,
            credentialEndsAt: endOf(values),
            ...(values.authUrl && { authUrl: values.authUrl }),
            ...(values.marketplaceUrl && { marketplaceUrl: values.marketplaceUrl }),
            acceptsUnsignedCalls: values.acceptsUnsignedCalls,
          },
        }),
      ),
    onSuccess: async ({ connectionId, sourceName }) => {
      await queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
      showDone(`${sourceName} connected. Run a check, and enter its addresses in your offers.`);
      await navigate({
        to: '/$workspace/settings/marketplace/$connectionId',
        params: { workspace, connectionId },
      });
    },
  });
  return (
    <FormDialog
      title="Connect publisher account"
      submit="Connect"
      form={form}
      mutation={connecting}
      fields={['sourceName', ...connectionFields]}
      onClose={onClose}
    >
      <TextInput
        label="Source name"
        description="The name that plan mappings use"
        data-autofocus
        {...form.getInputProps('sourceName')}
      />
      <ConnectionFields
        text={form.values}
        onType={(changes) => form.setValues(changes)}
        errors={form.errors}
        storedCredential="none"
      />
    </FormDialog>
  );
}
