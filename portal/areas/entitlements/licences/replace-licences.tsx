import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ApplicationFields, type ApplicationText } from './application-fields.tsx';
import { type IdpConnection, idpConnectionPath, idpConnectionsKey, readIdpConnection } from './queries.ts';

interface ReplaceLicencesProps {
  readonly connection: IdpConnection;
  readonly onClose: () => void;
}

export function ReplaceLicences({ connection, onClose }: ReplaceLicencesProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { productId, product } = connection;
  return (
    <EditDialog
      title={`Application for ${product.name}`}
      submit="Replace"
      queryKey={[...idpConnectionsKey(workspaceId), 'edited', productId]}
      read={() => readIdpConnection(workspaceId, productId)}
      valuesOf={({ clientId }): ApplicationText => ({ clientId, clientSecret: '' })}
      changeOf={({ clientId, clientSecret }) => ({ clientId: clientId.trim(), clientSecret })}
      save={(body, tag) =>
        api.PUT(idpConnectionPath, {
          params: { path: { workspaceId, productId }, header: { 'if-match': tag } },
          body,
        })
      }
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: idpConnectionsKey(workspaceId) });
        showDone(`Application of ${product.name} replaced.`);
      }}
      describe={({ clientId }) => `The application is now ${clientId}.`}
      onClose={onClose}
    >
      {(form) => <ApplicationFields field={form.getInputProps} />}
    </EditDialog>
  );
}
