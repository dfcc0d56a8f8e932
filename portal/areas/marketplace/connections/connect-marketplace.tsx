import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answered, api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { ConnectionFields, connectionFields, credentialOf, endOf, noText } from './fields.tsx';
import { connectionsKey } from './queries.ts';

const nothing = { kind: 'secret', clientSecret: '' } as const;

export function ConnectMarketplace({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [sourceName, setSourceName] = useState('');
  const [text, setText] = useState(noText);
  const connecting = useMutation({
    mutationFn: () =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/marketplace-connections', {
          params: { path: { workspaceId } },
          body: {
            sourceName,
            tenantId: text.tenantId.trim(),
            clientId: text.clientId.trim(),
            credential: credentialOf(text) ?? nothing,
            credentialEndsAt: endOf(text),
            ...(text.authUrl && { authUrl: text.authUrl }),
            ...(text.marketplaceUrl && { marketplaceUrl: text.marketplaceUrl }),
            acceptsUnsignedCalls: text.acceptsUnsignedCalls,
          },
        }),
      ),
    onSuccess: async ({ connectionId }) => {
      await queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
      showDone(`${sourceName} is connected. Check it, and enter its addresses in your offers.`);
      await navigate({
        to: '/$workspace/settings/marketplace/$connectionId',
        params: { workspace, connectionId },
      });
    },
  });
  const errors = formErrors(connecting.error);
  return (
    <Modal opened onClose={onClose} title="Connect a publisher account">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          connecting.mutate();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Source name"
            description="As the marketplace mappings of your plans call it"
            data-autofocus
            autoComplete="off"
            value={sourceName}
            onChange={({ currentTarget }) => setSourceName(currentTarget.value)}
            error={errors.sourceName}
          />
          <ConnectionFields
            text={text}
            onType={(changes) => setText({ ...text, ...changes })}
            errors={errors}
            storedCredential="none"
          />
          {connecting.isError && !isSaidByFields(connecting.error, ['sourceName', ...connectionFields]) && (
            <TroubleNotice error={connecting.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={connecting.isPending}>
              Connect
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
