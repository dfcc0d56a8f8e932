import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type EventType, endpointPath, eventTypesQuery, nameOf, type WebhookEndpoint } from './queries.ts';

interface SendTestProps {
  readonly endpoint: WebhookEndpoint;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Sends the example payload of a chosen event type. */
export function SendTest({ endpoint, onSent, onClose }: SendTestProps) {
  const { workspaceId } = useWorkspace();
  const { endpointId } = endpoint;
  const types = useQuery(eventTypesQuery(workspaceId)).data ?? [];
  const form = useForm({ initialValues: { type: 'webhook.test' as EventType['type'] } });
  const sending = useMutation({
    mutationFn: ({ type }: typeof form.values) =>
      dataOf(
        api.POST(`${endpointPath}/test`, { params: { path: { workspaceId, endpointId }, query: { type } } }),
      ),
    onSuccess: () => {
      onSent();
      onClose();
    },
  });
  const chosen = types.find(({ type }) => type === form.values.type);
  return (
    <FormDialog
      title={`Send a test to ${nameOf(endpoint)}`}
      submit="Send test"
      size="lg"
      form={form}
      mutation={sending}
      onClose={onClose}
    >
      <Select
        label="Event type"
        description={chosen?.summary}
        data={types.map(({ type }) => type)}
        allowDeselect={false}
        searchable
        {...form.getInputProps('type')}
      />
      {chosen && <Snippet text={JSON.stringify(payloadOf(chosen), null, 2)} of="payload" />}
      <Text size="sm">Signed like every delivery, and sent to this endpoint only.</Text>
    </FormDialog>
  );
}

function payloadOf({ type, example }: EventType): object {
  if (type === 'webhook.test') return example;
  const { timestamp, data } = example;
  return { type, timestamp, isTest: true, data };
}
