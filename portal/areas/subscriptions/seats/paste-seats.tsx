import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { peopleIn } from './people-in.ts';
import { assignSeats, type SeatLines, seatsKey } from './queries.ts';

const mostAtOnce = 500;

interface PasteSeatsProps {
  readonly subscriptionId: string;
  readonly onClose: () => void;
}

/** Gives seats to everybody on a list, as it comes out of a spreadsheet or a mail. */
export function PasteSeats({ subscriptionId, onClose }: PasteSeatsProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const people = peopleIn(text);
  const assigning = useMutation({
    mutationFn: () => assignSeats(workspaceId, subscriptionId, people),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) }),
  });
  return (
    <Modal opened onClose={onClose} title="Give seats to a list of people" size="lg">
      {assigning.data ? (
        <Outcome lines={assigning.data} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Textarea
            label="People"
            description="E-mail addresses or object ids of members, one on a line or with commas between them"
            autosize
            minRows={6}
            maxRows={14}
            data-autofocus
            value={text}
            error={
              people.length > mostAtOnce && `${mostAtOnce} at once are the most; these are ${people.length}`
            }
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {assigning.isError && <TroubleNotice error={assigning.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={people.length === 0 || people.length > mostAtOnce}
              loading={assigning.isPending}
              onClick={() => assigning.mutate()}
            >
              {people.length > 1 ? `Give ${people.length} seats` : 'Give a seat'}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

type Line = SeatLines['results'][number];
const outcomes: Readonly<Record<Line['outcome'], { readonly tone: Tone; readonly words: string }>> = {
  Refused: { tone: 'bad', words: 'No seat' },
  Assigned: { tone: 'good', words: 'Has a seat now' },
  AlreadyAssigned: { tone: 'over', words: 'Had one already' },
};

/** What needs somebody's attention stands first. */
function Outcome({ lines, onClose }: { readonly lines: SeatLines; readonly onClose: () => void }) {
  const order = Object.keys(outcomes);
  const sorted = [...lines.results].sort(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {lines.assigned} of {lines.results.length} were given a seat, {lines.refused} could not be.
      </Text>
      <List listStyleType="none" spacing="xs" size="sm">
        {sorted.map(({ index, person, outcome, error }) => (
          <List.Item key={index}>
            <Group gap="sm">
              <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].words}</StatusBadge>
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
