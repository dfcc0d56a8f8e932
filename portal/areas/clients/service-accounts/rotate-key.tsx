import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { endAfter, KeyLifeField } from '../key-life-field.tsx';
import { overlaps } from '../rotate-key.tsx';
import { usualAccountKeyLife } from './issue-key.tsx';
import { accountsPath, type ServiceAccount } from './queries.ts';

interface RotateServiceAccountKeyProps {
  readonly account: ServiceAccount;
  readonly keyId: string;
  readonly onRotated: (key: { readonly key: string }) => void;
  readonly onClose: () => void;
}

export function RotateServiceAccountKey({
  account: { serviceAccountId },
  keyId,
  onRotated,
  onClose,
}: RotateServiceAccountKeyProps) {
  const { workspaceId } = useWorkspace();
  const form = useForm({ initialValues: { hours: '24', days: usualAccountKeyLife } });
  const rotating = useMutation({
    mutationFn: ({ hours, days }: typeof form.values) =>
      dataOf(
        api.POST(`${accountsPath}/{serviceAccountId}/keys/{keyId}/rotate`, {
          params: { path: { workspaceId, serviceAccountId, keyId } },
          body: { overlapHours: Number(hours), expiresAt: endAfter(days) },
        }),
      ),
    onSuccess: onRotated,
  });
  return (
    <FormDialog
      title={`Rotate key ${keyId}`}
      submit="Rotate"
      form={form}
      mutation={rotating}
      onClose={onClose}
    >
      <Text size="sm">A new key replaces it. Both keys work during the overlap.</Text>
      <NativeSelect label="Overlap" data={overlaps} {...form.getInputProps('hours')} />
      <KeyLifeField mustExpire {...form.getInputProps('days')} />
    </FormDialog>
  );
}
