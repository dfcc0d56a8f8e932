import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MenuAction } from '../../../parts/actions-menu.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { membersQuery, nameOf } from '../members/queries.ts';
import { assign, type Notice, noticesKey } from './notices.ts';

/** Who handles the notice, and a menu to change it. */
export function AssignNotice({ notice }: { readonly notice: Notice }) {
  const { workspaceId, memberId: own } = useWorkspace();
  const queryClient = useQueryClient();
  const { noticeId, assignee, headline } = notice;
  const assigning = useMutation({
    mutationFn: (memberId: string | null) => assign(workspaceId, noticeId, memberId),
    onSuccess: ({ assignee: given }) =>
      showDone(given ? `Assigned to ${given.name}.` : 'Assigned to nobody.'),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey(workspaceId) }),
  });
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={assigning.isPending}
          aria-label={`${assignee ? `Assigned to ${assignee.name}` : 'Assign'}: ${headline}`}
        >
          {assignee ? assignee.name : 'Assign'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {assignee?.memberId !== own && (
          <MenuAction icon="check" onClick={() => assigning.mutate(own)}>
            Assign to me
          </MenuAction>
        )}
        <Others notice={notice} onChoose={assigning.mutate} />
        {assignee && (
          <MenuAction icon="remove" onClick={() => assigning.mutate(null)}>
            Assign to nobody
          </MenuAction>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface OthersProps {
  readonly notice: Notice;
  readonly onChoose: (memberId: string) => void;
}

/** Read when the menu opens. */
function Others({ notice: { assignee }, onChoose }: OthersProps) {
  const { workspaceId, memberId: own } = useWorkspace();
  const members = useQuery(membersQuery(workspaceId));
  return members.data?.items
    .filter(
      ({ memberId, status }) => status === 'Joined' && memberId !== own && memberId !== assignee?.memberId,
    )
    .map((member) => (
      <MenuAction key={member.memberId} onClick={() => onChoose(member.memberId)}>
        {nameOf(member)}
      </MenuAction>
    ));
}
