import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ApplicationFields, type ApplicationText, applicationFields } from './application-fields.tsx';
import { type IdpConnection, idpConnectionPath, idpConnectionsKey, readIdpConnection } from './queries.ts';

interface ReplaceLicencesProps {
  readonly connection: IdpConnection;
  readonly onClose: () => void;
}

export function ReplaceLicences({ connection, onClose }: ReplaceLicencesProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { productId, product } = connection;
  const [typed, setTyped] = useState<Partial<ApplicationText>>({});
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...idpConnectionsKey(workspaceId), 'edited', productId],
    read: () => readIdpConnection(workspaceId, productId),
    save: (body: ApplicationText, tag) =>
      api.PUT(idpConnectionPath, {
        params: { path: { workspaceId, productId }, header: { 'if-match': tag } },
        body,
      }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: idpConnectionsKey(workspaceId) });
      showDone(`The licences of ${product.name} are read with it from now on.`);
      onClose();
    },
  });
  const text = { clientId: value?.clientId ?? '', clientSecret: '', ...typed };
  return (
    <Modal opened onClose={onClose} title={`Application for ${product.name}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate({ ...text, clientId: text.clientId.trim() });
        }}
      >
        <Stack gap="md">
          {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
          <ApplicationFields
            text={text}
            onType={(changes) => setTyped({ ...typed, ...changes })}
            errors={formErrors(saving.error)}
          />
          {isChangedMeanwhile && (
            <ChangedMeanwhile onTakeTheirs={() => setTyped({})}>
              The application is {value?.clientId} now.
            </ChangedMeanwhile>
          )}
          {saving.isError && !isChangedMeanwhile && !isSaidByFields(saving.error, applicationFields) && (
            <TroubleNotice error={saving.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!value} loading={saving.isPending}>
              Replace
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
