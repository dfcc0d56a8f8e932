import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { endAfter, type KeyLife, KeyLifeField } from './key-life-field.tsx';
import type { IssuedKey, KeyRequests } from './key-requests.ts';
import { KeySettingsFields, settingsOf, textOfSettings } from './key-settings-fields.tsx';

interface IssueKeyProps extends Pick<KeyRequests, 'issue'> {
  readonly owner: string;
  readonly life: KeyLife;
  readonly onIssued: (key: IssuedKey) => void;
  readonly onClose: () => void;
}

export function IssueKey({ owner, life, issue, onIssued, onClose }: IssueKeyProps) {
  const form = useForm({
    initialValues: { ...textOfSettings({ name: null, allowedNetworks: null }), days: life.usual },
  });
  const issuing = useMutation({
    mutationFn: ({ days, ...settings }: typeof form.values) =>
      issue({ ...settingsOf(settings), expiresAt: endAfter(days) }),
    onSuccess: onIssued,
  });
  return (
    <FormDialog
      title={`Issue key for ${owner}`}
      submit="Issue"
      form={form}
      mutation={issuing}
      onClose={onClose}
    >
      <KeySettingsFields form={form} />
      <KeyLifeField life={life} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
