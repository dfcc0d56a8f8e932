import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { endAfter, KeyLifeField } from '../key-life-field.tsx';
import { accountsPath, type ServiceAccount } from './queries.ts';

/** The default lifetime in days, that of the service. */
export const usualAccountKeyLife = '90';

interface IssueServiceAccountKeyProps {
  readonly account: ServiceAccount;
  readonly onIssued: (key: { readonly key: string }) => void;
  readonly onClose: () => void;
}

export function IssueServiceAccountKey({ account, onIssued, onClose }: IssueServiceAccountKeyProps) {
  const { serviceAccountId, name } = account;
  const { workspaceId } = useWorkspace();
  const form = useForm({ initialValues: { days: usualAccountKeyLife } });
  const issuing = useMutation({
    mutationFn: ({ days }: typeof form.values) =>
      dataOf(
        api.POST(`${accountsPath}/{serviceAccountId}/keys`, {
          params: { path: { workspaceId, serviceAccountId } },
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
      <KeyLifeField mustExpire {...form.getInputProps('days')} />
    </FormDialog>
  );
}
