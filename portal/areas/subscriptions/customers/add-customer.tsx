import { Alert, Button, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ApiError, isApiError } from '../../../api/api-error.ts';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/notify.ts';
import { isUuid } from '../../../parts/uuid.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from './queries.ts';

const idsIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

const initialValues = { name: '', tenantIds: '' };

/** Adds an organisation and its tenants. */
export function AddCustomer({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues,
    onValuesChange: () => adding.reset(),
    validate: {
      name: (name) => (name.trim() ? null : 'Enter a name'),
      tenantIds: (text) => {
        const ids = idsIn(text);
        if (ids.length === 0) return 'Enter at least one';
        const wrong = ids.find((id) => !isUuid(id));
        return wrong === undefined ? null : `${wrong} is not a tenant id`;
      },
    },
  });
  const adding = useMutation({
    mutationFn: ({ name, tenantIds, moveTenants }: typeof initialValues & { moveTenants: boolean }) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/organisations', {
          params: { path: { workspaceId } },
          body: { name: name.trim(), tenantIds: idsIn(tenantIds), moveTenants },
        }),
      ),
    onSuccess: ({ name, tenantIds }) => {
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone(`${name} added.`);
      const [tenantId = ''] = tenantIds;
      void navigate({ to: '/$workspace/customers/$tenantId', params: { workspace, tenantId } });
    },
  });
  const conflict = isApiError(adding.error, 'customer.tenants_held') ? (adding.error as ApiError) : undefined;
  return (
    <FormDialog
      title="Add customer"
      submit="Add"
      form={form}
      mutation={{
        error: conflict ? null : adding.error,
        isPending: adding.isPending,
        mutate: (values, options) => adding.mutate({ ...values, moveTenants: false }, options),
      }}
      onClose={onClose}
    >
      <TextInput label="Organisation" maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label="Tenant ids"
        description="Of its identity provider, one per line"
        autosize
        minRows={2}
        {...form.getInputProps('tenantIds')}
      />
      {conflict && adding.variables && (
        <Alert
          color="red"
          variant="outline"
          role="alert"
          c="inherit"
          icon={<Icon name="warning" />}
          title={conflict.title}
        >
          <Text size="sm">
            Nothing was added. You can move the tenants, with their members and subscriptions, to{' '}
            {adding.variables.name.trim()}.
          </Text>
          <Text size="sm" mt={4}>
            {conflict.advice}
          </Text>
          <Button
            size="xs"
            mt="sm"
            color="red.9"
            loading={adding.isPending}
            onClick={() => adding.mutate({ ...form.values, moveTenants: true })}
          >
            Move tenants and add
          </Button>
        </Alert>
      )}
    </FormDialog>
  );
}
