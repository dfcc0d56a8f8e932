import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { KeyNameField, nameOf } from './key-name-field.tsx';
import type { KeyRequests } from './key-requests.ts';
import type { ApiKey } from './queries.ts';

interface RenameKeyProps extends Pick<KeyRequests, 'rename'> {
  readonly apiKey: ApiKey;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}

export function RenameKey({ apiKey: { keyId, name }, rename, onRenamed, onClose }: RenameKeyProps) {
  const form = useForm({ initialValues: { name: name ?? '' } });
  const renaming = useMutation({
    mutationFn: (values: typeof form.values) => rename(keyId, nameOf(values.name)),
    onSuccess: onRenamed,
  });
  return (
    <FormDialog
      title={`Rename key ${keyId}`}
      submit="Rename"
      form={form}
      mutation={renaming}
      onClose={onClose}
    >
      <KeyNameField {...form.getInputProps('name')} />
    </FormDialog>
  );
}
