import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { SecretShownOnce } from '../../../parts/secret-shown-once.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { EndpointFields } from './fields.tsx';
import { additionOf, type EndpointForm, newEndpointForm } from './form.ts';
import { endpointsPath, webhooksKey } from './queries.ts';
import { VerifyDeliveries } from './verify-deliveries.tsx';

export function AddEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<EndpointForm>({ initialValues: newEndpointForm });
  const adding = useMutation({
    mutationFn: (values: EndpointForm) =>
      dataOf(api.POST(endpointsPath, { params: { path: { workspaceId } }, body: additionOf(values) })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) }),
  });
  if (adding.data) {
    const { endpointId, secret } = adding.data;
    return (
      <SecretShownOnce
        secret={secret}
        name="Endpoint secret"
        advice="The application verifies the signature of each delivery with it."
        onClose={() =>
          navigate({
            to: '/$workspace/webhooks/endpoints/$endpointId',
            params: { workspace: slug, endpointId },
          })
        }
      >
        <VerifyDeliveries />
      </SecretShownOnce>
    );
  }
  return (
    <FormDialog title="Add endpoint" submit="Add" form={form} mutation={adding} onClose={onClose}>
      <EndpointFields form={form} />
    </FormDialog>
  );
}
