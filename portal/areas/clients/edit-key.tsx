import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import type { KeyRequests } from './key-requests.ts';
import { KeySettingsFields, settingsOf, textOfSettings } from './key-settings-fields.tsx';
import type { ApiKey } from './queries.ts';

interface EditKeyProps extends Pick<KeyRequests, 'change'> {
  readonly apiKey: ApiKey;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function EditKey({ apiKey, change, onChanged, onClose }: EditKeyProps) {
  const form = useForm({ initialValues: textOfSettings(apiKey) });
  const changing = useMutation({
    mutationFn: (values: typeof form.values) => change(apiKey.keyId, settingsOf(values)),
    onSuccess: onChanged,
  });
  return (
    <FormDialog
      title={`Edit key ${apiKey.keyId}`}
      submit="Save"
      form={form}
      mutation={changing}
      onClose={onClose}
    >
      <KeySettingsFields form={form} />
    </FormDialog>
  );
}
