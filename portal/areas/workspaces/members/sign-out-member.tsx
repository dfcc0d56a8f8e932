import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { showDone } from '../../../parts/notify.ts';
import { SessionFacts } from '../../../parts/session-facts.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Member, membersKey, nameOf } from './queries.ts';

/** Where a member is signed in, and the button that ends all their sessions. */
export function SignOutMember({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { workspaceId, memberId: ownId } = useWorkspace();
  const { memberId } = member;
  const name = nameOf(member);
  const queryClient = useQueryClient();
  const params = { path: { workspaceId, memberId } };
  const queryKey = [...membersKey(workspaceId), memberId, 'sessions'];
  const query = useQuery({
    queryKey,
    queryFn: () =>
      dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/sessions', { params })),
    gcTime: 0,
  });
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={`Sign out ${name} everywhere?`}
      verb="Sign out everywhere"
      act={() =>
        dataOf(api.DELETE('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/sessions', { params }))
      }
      onDone={() => {
        if (memberId === ownId) void queryClient.invalidateQueries({ queryKey: meKey });
        showDone(`${name} is signed out everywhere.`);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Their sessions end at once, on every machine. They stay a member and can sign in again.
        </Text>
        {query.isPending && <Skeleton height={48} role="status" aria-label="Loading sessions" />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
        {query.data?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            No sessions
          </Text>
        )}
        {query.data?.items.map(({ sessionId, isCurrent, ...session }) => (
          <Group key={sessionId} justify="space-between" wrap="nowrap">
            <SessionFacts {...session} />
            {isCurrent && <Badge variant="default">This session</Badge>}
          </Group>
        ))}
      </Stack>
    </ConfirmAction>
  );
}
