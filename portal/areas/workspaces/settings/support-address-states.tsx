import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client.ts';
import { showDone, showError } from '../../../parts/notify.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';

const path = '/api/admin/v1/workspaces/{workspaceId}/settings/support-address-confirmation' as const;

interface SupportAddressStatesProps {
  readonly value: Schemas['WorkspaceSettings'];
  readonly mayChange: boolean;
}

/** The support addresses, each confirmed or waiting for confirmation. */
export function SupportAddressStates({ value, mayChange }: SupportAddressStatesProps) {
  const { workspaceId, supportAddressStates, mailsNotices } = value;
  const sending = useMutation({
    mutationFn: (address: string) => api.POST(path, { params: { path: { workspaceId } }, body: { address } }),
    onSuccess: (_, address) => showDone(`Confirmation mail sent to ${address}.`),
    onError: showError,
  });
  return (
    <Stack gap="xs">
      {!mailsNotices && (
        <Text size="sm">
          No mail is sent: the operator has set no mail server. Notices stay in the inbox.
        </Text>
      )}
      {mailsNotices && supportAddressStates.length === 0 && 'None: notices stay in the inbox'}
      {supportAddressStates.map(({ address, confirmed }) => (
        <Group key={address} gap="xs">
          <span>{address}</span>
          <StatusBadge tone={confirmed ? 'good' : 'attention'}>
            {confirmed ? 'Confirmed' : 'Not confirmed'}
          </StatusBadge>
          {!confirmed && mayChange && mailsNotices && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Send again the confirmation mail to ${address}`}
              loading={sending.isPending && sending.variables === address}
              onClick={() => sending.mutate(address)}
            >
              Send again
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
