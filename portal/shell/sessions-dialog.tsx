import { Badge, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Dialog } from '../parts/form/dialog.tsx';
import { SessionFacts } from '../parts/session-facts.tsx';

const sessionsKey = ['sessions'] as const;

/** Lists the person's sessions, each with a sign-out button. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: () => dataOf(api.GET('/api/admin/v1/me/sessions')),
  });
  const ending = useMutation({
    mutationFn: (sessionId: string) =>
      dataOf(api.DELETE('/api/admin/v1/me/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  return (
    <Dialog onClose={onClose} title="Sessions">
      <Stack gap="md">
        {query.isPending && <Skeleton height={80} role="status" aria-label="Loading sessions" />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
        {query.data?.items.map(({ sessionId, startedAt, lastSeenAt, address, isCurrent }) => (
          <Group key={sessionId} justify="space-between" wrap="nowrap">
            <SessionFacts {...{ address, startedAt, lastSeenAt }} />
            {isCurrent ? (
              <Badge variant="default">This session</Badge>
            ) : (
              <Button
                size="compact-sm"
                flex="none"
                variant="default"
                aria-label={`Sign out the session from ${address ?? 'an unknown address'}`}
                loading={ending.isPending && ending.variables === sessionId}
                onClick={() => ending.mutate(sessionId)}
              >
                Sign out
              </Button>
            )}
          </Group>
        ))}
        {ending.isError && <ErrorNotice error={ending.error} />}
      </Stack>
    </Dialog>
  );
}
