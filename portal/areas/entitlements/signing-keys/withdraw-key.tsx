import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { SigningKey } from './queries.ts';

interface WithdrawKeyProps {
  readonly signingKey: SigningKey;
  readonly onWithdrawn: (consequence: string) => void;
  readonly onClose: () => void;
}

/** For a key that others may know; it cannot be undone. */
export function WithdrawKey({ signingKey, onWithdrawn, onClose }: WithdrawKeyProps) {
  const { workspaceId } = useWorkspace();
  const { kid, state, licenceFiles } = signingKey;
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? 'Enter a reason' : null) },
  });
  const withdrawing = useMutation({
    mutationFn: (body: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/signing-keys/{kid}/withdraw', {
          params: { path: { workspaceId, kid } },
          body,
        }),
      ),
    onSuccess: ({ consequence }) => onWithdrawn(consequence),
  });
  return (
    <FormDialog
      title={`Withdraw key ${kid.slice(0, 8)}…?`}
      submit="Withdraw"
      isDangerous
      form={form}
      mutation={withdrawing}
      onClose={onClose}
    >
      <Text size="sm">
        For a key that others may know. It is not published any more, and nothing that it signed is trusted.
        {state === 'Active' && ' Another key is made and signs from then on.'}
      </Text>
      <Text size="sm" fw={600}>
        {licenceFiles === 0
          ? 'No licence file in use was signed with it.'
          : `${formatCount(licenceFiles, 'licence file')} in use must be issued again.`}
      </Text>
      <Textarea
        label="Reason"
        description="For the audit log"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
