import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { productNamesQuery } from '../../../api/product-names.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ApplicationFields } from './application-fields.tsx';
import { idpConnectionsKey, idpConnectionsPath } from './queries.ts';

export function ConnectLicences({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const products = useQuery(productNamesQuery(workspaceId));
  const form = useForm({ initialValues: { product: '', clientId: '', clientSecret: '' } });
  const connecting = useMutation({
    mutationFn: ({ product, clientId, clientSecret }: typeof form.values) =>
      dataOf(
        api.POST(idpConnectionsPath, {
          params: { path: { workspaceId } },
          body: { product, clientId: clientId.trim(), clientSecret },
        }),
      ),
    onSuccess: async (connected) => {
      await queryClient.invalidateQueries({ queryKey: idpConnectionsKey(workspaceId) });
      showDone(`Licences of ${connected.product.name} connected.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Connect licences of a product"
      submit="Connect"
      form={form}
      mutation={connecting}
      isDisabled={form.values.product === ''}
      onClose={onClose}
    >
      <Select
        label="Product"
        data={products.data?.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
        searchable
        allowDeselect={false}
        {...form.getInputProps('product')}
      />
      <ApplicationFields field={form.getInputProps} />
    </FormDialog>
  );
}
