import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Comparison, compareNow, comparisonsQuery } from '../../../api/marketplaces.ts';
import { Moment } from '../../../parts/moment.tsx';
import { showError } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { purchasesKey } from './queries.ts';

/** Compares the purchases with every marketplace at once, and shows the progress. */
export function CompareNow() {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { data: connections = [] } = useQuery(comparisonsQuery(workspaceId));
  const asking = useMutation({
    mutationFn: () =>
      Promise.all(connections.map(({ connectionId }) => compareNow(workspaceId, connectionId))),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries(comparisonsQuery(workspaceId)),
  });
  const isBusy = asking.isPending || connections.some(({ isIdle }) => !isIdle);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy)
      void queryClient.invalidateQueries({ queryKey: purchasesKey(workspaceId) });
    wasBusy.current = isBusy;
  }, [isBusy, queryClient, workspaceId]);
  if (connections.length === 0) return null;
  return (
    <Button variant="default" loading={isBusy} onClick={() => asking.mutate()}>
      Compare now
    </Button>
  );
}

/** When each marketplace was last compared. */
export function LastCompared() {
  const { workspaceId } = useWorkspace();
  const { data: connections = [] } = useQuery(comparisonsQuery(workspaceId));
  return (
    <Text size="xs" c="dimmed" role="status">
      {connections.map((connection) => (
        <Line key={connection.connectionId} connection={connection} />
      ))}
    </Text>
  );
}

function Line({ connection }: { readonly connection: Comparison }) {
  const { sourceName, isIdle, doneAt, failure } = connection;
  return (
    <span>
      {sourceName}:{' '}
      {!isIdle ? (
        'being compared …'
      ) : failure !== null ? (
        'the last comparison failed'
      ) : doneAt === null ? (
        'not compared yet'
      ) : (
        <>
          compared <Moment at={doneAt} />
        </>
      )}
      .{' '}
    </span>
  );
}
