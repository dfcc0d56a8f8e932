import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../api/client.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { endAfter, KeyLifeField, usualLife } from './key-life-field.tsx';
import type { ApiKey } from './queries.ts';

const overlaps = [
  { value: '0', label: 'Not at all: it ends at once' },
  { value: '1', label: 'For an hour' },
  { value: '24', label: 'For 24 hours' },
  { value: '168', label: 'For 7 days' },
  { value: '720', label: 'For 30 days' },
];

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (key: { readonly apiKey: string }) => void;
  readonly onClose: () => void;
}

export function RotateKey({ apiKey: { keyId }, onRotated, onClose }: RotateKeyProps) {
  const { workspaceId } = useWorkspace();
  const [hours, setHours] = useState('24');
  const [days, setDays] = useState(usualLife);
  const rotating = useMutation({
    mutationFn: () =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate', {
          params: { path: { workspaceId, keyId } },
          body: { overlapHours: Number(hours), expiresAt: endAfter(days) },
        }),
      ),
    onSuccess: onRotated,
  });
  return (
    <Modal opened onClose={onClose} title={`Rotate the key ${keyId}`}>
      <Stack gap="md">
        <Text size="sm">
          A new key takes its place. Both work during the overlap, so that you can deploy.
        </Text>
        <NativeSelect
          label="The old key lives on"
          data={overlaps}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <KeyLifeField value={days} onChange={setDays} />
        {rotating.isError && <TroubleNotice error={rotating.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
            Rotate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
