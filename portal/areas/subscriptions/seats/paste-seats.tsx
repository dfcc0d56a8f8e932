import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../parts/form/dialog.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { peopleIn } from './people-in.ts';
import { assignSeats, type SeatLines, seatsKey } from './queries.ts';

const maxBatch = 500;

interface PasteSeatsProps {
  readonly subscriptionId: string;
  readonly onClose: () => void;
}

/** Assigns seats to a pasted list of people. */
export function PasteSeats({ subscriptionId, onClose }: PasteSeatsProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { people: '' } });
  const people = peopleIn(form.values.people);
  const isTooLong = people.length > maxBatch;
  const assigning = useMutation({
    mutationFn: () => assignSeats(workspaceId, subscriptionId, people),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) }),
  });
  const title = 'Assign seats to a list of people';
  if (assigning.data) {
    return (
      <Dialog onClose={onClose} title={title} size="lg">
        <Outcome lines={assigning.data} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      size="lg"
      submit={people.length > 1 ? `Assign ${people.length} seats` : 'Assign seat'}
      form={form}
      mutation={{ ...assigning, mutate: () => assigning.mutate() }}
      isDisabled={people.length === 0 || isTooLong}
      onClose={onClose}
    >
      <Textarea
        label="People"
        description="E-mail addresses or object ids of members, one on a line or with commas between them"
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        {...form.getInputProps('people')}
        error={isTooLong && `At most ${maxBatch} at once; these are ${people.length}`}
      />
    </FormDialog>
  );
}

type Line = SeatLines['results'][number];
const outcomes: Readonly<Record<Line['outcome'], { readonly tone: Tone; readonly label: string }>> = {
  Refused: { tone: 'bad', label: 'No seat' },
  Assigned: { tone: 'good', label: 'Assigned' },
  AlreadyAssigned: { tone: 'over', label: 'Already assigned' },
};

/** Refused lines first. */
function Outcome({ lines, onClose }: { readonly lines: SeatLines; readonly onClose: () => void }) {
  const order = Object.keys(outcomes);
  const sorted = [...lines.results].sort(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {lines.assigned} of {lines.results.length} seats assigned, {lines.refused} refused.
      </Text>
      <List listStyleType="none" spacing="xs" size="sm">
        {sorted.map(({ index, person, outcome, error }) => (
          <List.Item key={index}>
            <Group gap="sm">
              <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusBadge>
              <Text size="sm" component="span">
                {person}
              </Text>
            </Group>
            {error && (
              <Text size="xs" c="dimmed">
                {error.detail}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
