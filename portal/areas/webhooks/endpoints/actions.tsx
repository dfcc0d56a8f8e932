import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { SecretShownOnce } from '../../../parts/secret-shown-once.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { EditEndpoint } from './edit-endpoint.tsx';
import { endpointPath, nameOf, type WebhookEndpoint, webhooksKey } from './queries.ts';
import { SendTest } from './send-test.tsx';
import { VerifyDeliveries } from './verify-deliveries.tsx';

type Dialog = 'edit' | 'test' | 'disable' | 'rotate' | 'remove';

/** The actions of an endpoint. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { workspaceId, slug } = useWorkspace();
  const { endpointId, enabled } = endpoint;
  const name = nameOf(endpoint);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Dialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(null);
  const parameters = { params: { path: { workspaceId, endpointId } } };
  const done = (text: string) => {
    void queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
    showDone(text);
  };
  const tested = () => done('Test event sent; see the latest deliveries below.');
  const enabling = useMutation({
    mutationFn: () => dataOf(api.POST(`${endpointPath}/enable`, parameters)),
    onSuccess: () => done('Endpoint enabled. Replay missed events if needed.'),
    onError: showError,
  });
  const testing = useMutation({
    mutationFn: () => dataOf(api.POST(`${endpointPath}/test`, parameters)),
    onSuccess: () => tested(),
    onError: showError,
  });
  return (
    <>
      {enabled ? (
        <Button loading={testing.isPending} onClick={() => testing.mutate()}>
          Send test
        </Button>
      ) : (
        <Button loading={enabling.isPending} onClick={() => enabling.mutate()}>
          Enable
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        onClick={() => setOpened('edit')}
      >
        Edit
      </Button>
      <ActionsMenu of={name} size="large">
        {enabled && (
          <MenuAction icon="code" onClick={() => setOpened('test')}>
            Send test of an event type
          </MenuAction>
        )}
        <MenuAction icon="retry" onClick={() => setOpened('rotate')}>
          Rotate secret
        </MenuAction>
        {enabled && (
          <MenuAction icon="webhooks" onClick={() => setOpened('disable')}>
            Disable
          </MenuAction>
        )}
        <MenuAction icon="remove" isDangerous onClick={() => setOpened('remove')}>
          Remove
        </MenuAction>
      </ActionsMenu>
      {opened === 'edit' && <EditEndpoint endpoint={endpoint} onClose={close} />}
      {opened === 'test' && <SendTest endpoint={endpoint} onSent={tested} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'disable'}
        onClose={close}
        title={`Disable ${name}?`}
        verb="Disable"
        act={() => dataOf(api.POST(`${endpointPath}/disable`, parameters))}
        onDone={() => done('Endpoint disabled.')}
      >
        <Text size="sm">
          Waiting deliveries are cancelled, and no events are sent until it is enabled again. Missed events
          can be replayed for 30 days.
        </Text>
      </ConfirmAction>
      <ConfirmAction
        isOpen={opened === 'rotate'}
        onClose={close}
        title={`Rotate the secret of ${name}?`}
        verb="Rotate"
        act={async () => {
          const rotated = await dataOf(api.POST(`${endpointPath}/rotate-secret`, parameters));
          setSecret(rotated.secret);
        }}
        onDone={() => done('Secret rotated. The previous secret stays valid for 24 hours.')}
      >
        <Text size="sm">
          For 24 hours deliveries are signed with both secrets. Deploy the new secret in that time.
        </Text>
      </ConfirmAction>
      <ConfirmAction
        isOpen={opened === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        verb="Remove"
        act={() => api.DELETE(endpointPath, parameters)}
        onDone={() => {
          done(`${name} removed.`);
          void navigate({ to: '/$workspace/webhooks', params: { workspace: slug } });
        }}
      >
        <Text size="sm">
          {endpoint.url} receives no more events, and waiting deliveries are cancelled. Its delivery log
          stays.
        </Text>
      </ConfirmAction>
      <SecretShownOnce
        secret={secret}
        name={`New secret of ${name}`}
        advice="Add it to the application beside the old one; both are valid for 24 hours."
        onClose={() => setSecret(null)}
      >
        <VerifyDeliveries />
      </SecretShownOnce>
    </>
  );
}
