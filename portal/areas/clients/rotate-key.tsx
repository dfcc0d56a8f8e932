import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { endAfter, type KeyLife, KeyLifeField } from './key-life-field.tsx';
import type { IssuedKey, KeyRequests } from './key-requests.ts';

/** Hours for which both keys work. */
const overlaps = [
  { value: '0', label: 'None: the old key ends at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

interface RotateKeyProps extends Pick<KeyRequests, 'rotate'> {
  readonly keyId: string;
  readonly life: KeyLife;
  readonly onRotated: (key: IssuedKey) => void;
  readonly onClose: () => void;
}

export function RotateKey({ keyId, life, rotate, onRotated, onClose }: RotateKeyProps) {
  const form = useForm({ initialValues: { hours: '24', days: life.usual } });
  const rotating = useMutation({
    mutationFn: ({ hours, days }: typeof form.values) => rotate(keyId, Number(hours), endAfter(days)),
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
      <Text size="sm">
        A new key with the same name and networks replaces it. Both keys work during the overlap.
      </Text>
      <NativeSelect label="Overlap" data={overlaps} {...form.getInputProps('hours')} />
      <KeyLifeField life={life} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
