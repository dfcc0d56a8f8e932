import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { formatDay } from '../../../parts/format/time.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from '../../subscriptions/customers/queries.ts';
import { type LicenceFile, revokeLicenceFile } from './queries.ts';

interface RevokeLicenceFileProps {
  readonly file: LicenceFile;
  readonly onClose: () => void;
}

export function RevokeLicenceFile({ file, onClose }: RevokeLicenceFileProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (written) => (written.trim() === '' ? 'Say why' : null) },
  });
  const revoking = useMutation({
    mutationFn: ({ reason }: typeof form.values) =>
      revokeLicenceFile(workspaceId, file.licenceFileId, reason.trim()),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone('Licence file revoked.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Revoke the licence file of ${file.installation?.name ?? 'any installation'}?`}
      submit="Revoke"
      isDangerous
      form={form}
      mutation={revoking}
      onClose={onClose}
    >
      <Text size="sm">
        The file is put on the revocation list. An installation that reads the list stops using the file. One
        that is always offline does not see the list: it goes on until {formatDay(file.expiresAt)}, and with a
        warning until {formatDay(file.graceEndsAt)}. Usage from before the revocation can still be uploaded.
        This cannot be undone.
      </Text>
      <Textarea
        label="Reason"
        description="For your colleagues, the customer and the audit log"
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
