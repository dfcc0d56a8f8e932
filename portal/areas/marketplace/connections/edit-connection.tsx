import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import {
  ConnectionFields,
  type ConnectionText,
  connectionFields,
  credentialOf,
  endOf,
  noText,
} from './fields.tsx';
import {
  type Connection,
  type ConnectionChange,
  connectionPath,
  connectionsKey,
  readConnection,
} from './queries.ts';

interface ChangeConnectionProps {
  readonly connectionId: string;
  readonly onClose: () => void;
}

/** Another application, another credential, or only until when it is good. */
export function ChangeConnection({ connectionId, onClose }: ChangeConnectionProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Partial<ConnectionText>>({});
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...connectionsKey(workspaceId), 'edited', connectionId],
    read: () => readConnection(workspaceId, connectionId),
    save: (body: ConnectionChange, tag) =>
      api.PATCH(connectionPath, {
        params: { path: { workspaceId, connectionId }, header: { 'if-match': tag } },
        body,
      }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
      showDone('The connection is changed. Check it, to be sure.');
      onClose();
    },
  });
  const text = value && { ...textOf(value), ...typed };
  const change = value && text && changeOf(textOf(value), text);
  return (
    <Modal opened onClose={onClose} title="Change the connection">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (change) saving.mutate(change);
        }}
      >
        <Stack gap="md">
          {current.isPending && <Loader size="sm" aria-label="The connection is being loaded" />}
          {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
          {text && (
            <ConnectionFields
              text={text}
              onType={(changes) => setTyped({ ...typed, ...changes })}
              errors={formErrors(saving.error)}
              storedCredential={change && goesElsewhere(change) ? 'required again' : 'stays'}
            />
          )}
          {isChangedMeanwhile && value && (
            <ChangedMeanwhile onTakeTheirs={() => setTyped({})}>
              Its tenant is {value.tenantId}, its application {value.clientId}, its credential good until{' '}
              {value.credential.endsAt?.slice(0, 10) ?? 'nobody knows when'}.
              {value.acceptsUnsignedCalls && ' Unsigned calls are accepted.'}
            </ChangedMeanwhile>
          )}
          {saving.isError && !isChangedMeanwhile && !isSaidByFields(saving.error, connectionFields) && (
            <TroubleNotice error={saving.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!change || Object.keys(change).length === 0}
              loading={saving.isPending}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function textOf(connection: Connection): ConnectionText {
  const { tenantId, clientId, credential, authUrl, marketplaceUrl, acceptsUnsignedCalls } = connection;
  const endsOn = credential.endsAt?.slice(0, 10) ?? '';
  const kind = credential.kind === 'certificate' ? 'certificate' : 'secret';
  return { ...noText, tenantId, clientId, kind, endsOn, authUrl, marketplaceUrl, acceptsUnsignedCalls };
}

/** The service requires the credential again with any of these. */
const goesElsewhere = ({ tenantId, clientId, authUrl, marketplaceUrl }: ConnectionChange) =>
  [tenantId, clientId, authUrl, marketplaceUrl].some((changed) => changed !== undefined);

/** What is left alone is left out. */
function changeOf(before: ConnectionText, text: ConnectionText): ConnectionChange {
  const credential = credentialOf(text);
  return {
    ...(text.tenantId !== before.tenantId && { tenantId: text.tenantId.trim() }),
    ...(text.clientId !== before.clientId && { clientId: text.clientId.trim() }),
    ...(text.authUrl !== before.authUrl && { authUrl: text.authUrl }),
    ...(text.marketplaceUrl !== before.marketplaceUrl && { marketplaceUrl: text.marketplaceUrl }),
    ...(text.acceptsUnsignedCalls !== before.acceptsUnsignedCalls && {
      acceptsUnsignedCalls: text.acceptsUnsignedCalls,
    }),
    ...(credential && { credential }),
    // A new credential does not inherit the end of the old one.
    ...((text.endsOn !== before.endsOn || credential) && { credentialEndsAt: endOf(text) }),
  };
}
