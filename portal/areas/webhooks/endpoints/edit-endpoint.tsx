import { useQueryClient } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { EndpointFields } from './fields.tsx';
import { changesOf, formOf } from './form.ts';
import { endpointPath, nameOf, type WebhookEndpoint, webhooksKey } from './queries.ts';

interface EditEndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function EditEndpoint({ endpoint, onClose }: EditEndpointProps) {
  const { endpointId } = endpoint;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const parameters = { path: { workspaceId, endpointId } };
  return (
    <EditDialog
      title={`Edit ${nameOf(endpoint)}`}
      queryKey={[...webhooksKey(workspaceId), 'endpoints', endpointId, 'edit']}
      read={() => dataWithTag(api.GET(endpointPath, { params: parameters }))}
      valuesOf={formOf}
      changeOf={changesOf}
      save={(body, tag) =>
        api.PATCH(endpointPath, { params: { ...parameters, header: { 'if-match': tag } }, body })
      }
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
        showDone('Endpoint saved. Waiting deliveries use the new settings.');
      }}
      describe={({ url, eventTypes, products, headerNames }) =>
        `${url}: ${eventTypes?.join(', ') ?? 'every type'}; ${products?.join(', ') ?? 'all products'}; ${headerNames.length > 0 ? `headers ${headerNames.join(', ')}` : 'no headers'}.`
      }
      onClose={onClose}
    >
      {(form) => <EndpointFields form={form} />}
    </EditDialog>
  );
}
