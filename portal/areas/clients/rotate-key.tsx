import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { endAfter, KeyLifeField, usualLife } from './key-life-field.tsx';
import type { ApiKey } from './queries.ts';

/** Hours for which both keys work. */
export const overlaps = [
  { value: '0', label: 'None: the old key ends at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (key: { readonly apiKey: string }) => void;
  readonly onClose: () => void;
}

export function RotateKey({ apiKey: { keyId }, onRotated, onClose }: RotateKeyProps) {
  const { workspaceId } = useWorkspace();
  const form = useForm({ initialValues: { hours: '24', days: usualLife } });
  const rotating = useMutation({
    mutationFn: ({ hours, days }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate', {
          params: { path: { workspaceId, keyId } },
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
      <KeyLifeField {...form.getInputProps('days')} />
    </FormDialog>
  );
}
