import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { endAfter, KeyLifeField, usualLife } from './key-life-field.tsx';
import type { ApiClient } from './queries.ts';

interface IssueKeyProps {
  readonly client: ApiClient;
  readonly onIssued: (key: { readonly apiKey: string }) => void;
  readonly onClose: () => void;
}

export function IssueKey({ client: { apiClientId, name }, onIssued, onClose }: IssueKeyProps) {
  const { workspaceId } = useWorkspace();
  const form = useForm({ initialValues: { days: usualLife } });
  const issuing = useMutation({
    mutationFn: ({ days }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys', {
          params: { path: { workspaceId, apiClientId } },
          body: { expiresAt: endAfter(days) },
        }),
      ),
    onSuccess: onIssued,
  });
  return (
    <FormDialog
      title={`Issue key to ${name}`}
      submit="Issue"
      form={form}
      mutation={issuing}
      onClose={onClose}
    >
      <KeyLifeField {...form.getInputProps('days')} />
    </FormDialog>
  );
}
