import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../../api/client.ts';
import { productNamesQuery } from '../../../api/product-names.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { ApplicationFields, applicationFields } from './application-fields.tsx';
import { idpConnectionsKey, idpConnectionsPath } from './queries.ts';

export function ConnectLicences({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [product, setProduct] = useState<string | null>(null);
  const [text, setText] = useState({ clientId: '', clientSecret: '' });
  const products = useQuery(productNamesQuery(workspaceId));
  const connecting = useMutation({
    mutationFn: () =>
      answered(
        api.POST(idpConnectionsPath, {
          params: { path: { workspaceId } },
          body: { product: product ?? '', clientId: text.clientId.trim(), clientSecret: text.clientSecret },
        }),
      ),
    onSuccess: async (connected) => {
      await queryClient.invalidateQueries({ queryKey: idpConnectionsKey(workspaceId) });
      showDone(`The licences of ${connected.product.name} are read from now on.`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Read the licences of a product">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          connecting.mutate();
        }}
      >
        <Stack gap="md">
          <Select
            label="Product"
            data={products.data?.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
            value={product}
            onChange={setProduct}
            searchable
          />
          <ApplicationFields
            text={text}
            onType={(changes) => setText({ ...text, ...changes })}
            errors={formErrors(connecting.error)}
          />
          {connecting.isError && !isSaidByFields(connecting.error, applicationFields) && (
            <TroubleNotice error={connecting.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={product === null} loading={connecting.isPending}>
              Connect
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
