import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../api/client.ts';
import { TroubleNotice } from '../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { endAfter, KeyLifeField, usualLife } from './key-life-field.tsx';
import type { ApiClient } from './queries.ts';

interface IssueKeyProps {
  readonly client: ApiClient;
  readonly onIssued: (key: { readonly apiKey: string }) => void;
  readonly onClose: () => void;
}

export function IssueKey({ client: { apiClientId, name }, onIssued, onClose }: IssueKeyProps) {
  const { workspaceId } = useWorkspace();
  const [days, setDays] = useState(usualLife);
  const issuing = useMutation({
    mutationFn: () =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys', {
          params: { path: { workspaceId, apiClientId } },
          body: { expiresAt: endAfter(days) },
        }),
      ),
    onSuccess: onIssued,
  });
  return (
    <Modal opened onClose={onClose} title={`Issue a key to ${name}`}>
      <Stack gap="md">
        <KeyLifeField value={days} onChange={setDays} />
        {issuing.isError && <TroubleNotice error={issuing.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={issuing.isPending} onClick={() => issuing.mutate()}>
            Issue
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
