import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { TextFileField } from '../../../parts/form/text-file-field.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from '../../subscriptions/customers/queries.ts';
import { type TakenUsageFile, uploadUsageFile, usageFilesKey } from './queries.ts';

interface UploadUsageFileProps {
  readonly tenantId: string;
  readonly onUploaded: (file: TakenUsageFile) => void;
  readonly onClose: () => void;
}

export function UploadUsageFile({ tenantId, onUploaded, onClose }: UploadUsageFileProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { file: '' } });
  const uploading = useMutation({
    mutationFn: ({ file }: typeof form.values) => uploadUsageFile(workspaceId, file),
    onSuccess: (taken) => {
      const { isRepeated, ...file } = taken;
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      if (file.tenantId === tenantId) {
        queryClient.setQueryData([...usageFilesKey(workspaceId, tenantId), file.usageFileId], file);
        return onUploaded(taken);
      }
      // The file says whose it is.
      const done = isRepeated ? 'was uploaded before' : 'uploaded';
      showDone(`Usage file of ${file.customer} ${done}. Its result is on the page of that customer.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Upload usage file"
      submit="Upload"
      form={form}
      mutation={uploading}
      isDisabled={form.values.file.trim() === ''}
      onClose={onClose}
    >
      <TextFileField
        label="Usage file"
        description="The file that the installation has written, at most 4 MB"
        value={form.values.file}
        onChange={(text) => form.setFieldValue('file', text)}
        error={form.errors.file}
      />
    </FormDialog>
  );
}
