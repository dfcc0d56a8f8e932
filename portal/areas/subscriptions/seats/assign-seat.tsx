import { Autocomplete, Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { tenantMembersQuery } from '../customers/queries.ts';
import type { SubscriptionDetail } from '../queries.ts';
import { assignSeats, personOf, type SeatPage, seatsKey } from './queries.ts';

interface AssignSeatProps {
  readonly subscription: SubscriptionDetail;
  readonly seats: SeatPage | undefined;
}

/** Assigns a seat by e-mail address or object id, with suggestions. */
export function AssignSeat({ subscription: { subscriptionId, tenantId }, seats }: AssignSeatProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [person, setPerson] = useState('');
  const members = useQuery(tenantMembersQuery(workspaceId, tenantId));
  const seated = new Set(seats?.items.map(({ memberId }) => memberId));
  const free =
    members.data?.items.filter(({ memberId, isActive }) => isActive && !seated.has(memberId)) ?? [];
  const assigning = useMutation({
    mutationFn: () => assignSeats(workspaceId, subscriptionId, [person.trim()]),
    onSuccess: ({ results: [result] }) => {
      if (result?.outcome === 'Refused') return;
      void queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) });
      showDone(`${person.trim()} ${result?.outcome === 'Assigned' ? 'has a seat.' : 'already had a seat.'}`);
      setPerson('');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (person.trim()) assigning.mutate();
      }}
    >
      <Group gap="xs" align="flex-end">
        <Autocomplete
          label="Assign seat to"
          placeholder="E-mail address or object id"
          flex="1 1 14rem"
          data={[...new Set(free.map(personOf))]}
          limit={8}
          value={person}
          error={assigning.data?.results[0]?.error?.detail}
          onChange={(typed) => {
            assigning.reset();
            setPerson(typed);
          }}
        />
        <Button type="submit" disabled={!person.trim()} loading={assigning.isPending}>
          Assign seat
        </Button>
      </Group>
      {assigning.isError && <ErrorNotice error={assigning.error} />}
    </form>
  );
}
