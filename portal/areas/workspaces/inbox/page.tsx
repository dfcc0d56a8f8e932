import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useListAddress } from '../../../parts/list-address.ts';
import { Pages } from '../../../parts/list-page.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { FixLinks } from './fix-link.tsx';
import {
  groupedByKind,
  markDone,
  type Notice,
  type NoticeFilter,
  noticesKey,
  noticesQuery,
  reopen,
} from './notices.ts';
import styles from './page.module.css';

/** The inbox: notices with their remedies, and who handled them. */
export function InboxPage() {
  const { search, filter, sortBy } = useListAddress<'state' | 'kind'>();
  return (
    <>
      <PageHeader title="Inbox" lead="Notices for support. Mark a notice as done once it is handled." />
      <Group mb="md" role="search" aria-label="Filter notices">
        <SegmentedControl
          aria-label="State of notices"
          data={[
            { value: 'Open', label: 'Open' },
            { value: 'Done', label: 'Done' },
            { value: 'Any', label: 'All' },
          ]}
          value={search.state ?? 'Open'}
          onChange={(state) => filter({ state: state === 'Open' ? undefined : state })}
        />
        <SegmentedControl
          aria-label="Order of notices"
          data={[
            { value: '-raisedAt', label: 'Newest first' },
            { value: 'raisedAt', label: 'Oldest first' },
          ]}
          value={search.sort ?? '-raisedAt'}
          onChange={(sort) => sortBy(sort === '-raisedAt' ? undefined : sort)}
        />
        {search.kind && (
          <Button variant="default" size="xs" onClick={() => filter({ kind: undefined })}>
            All kinds
          </Button>
        )}
      </Group>
      <Notices />
    </>
  );
}

function Notices() {
  const { workspaceId } = useWorkspace();
  const { search, goBack } = useListAddress<'state' | 'kind'>();
  const { state, kind, sort, after } = search;
  const query = useQuery(noticesQuery(workspaceId, { state, kind, sort, after } as NoticeFilter));
  if (query.isPending) return <Skeleton height={160} role="status" aria-label="Loading notices" />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { items, next } = query.data;
  if (items.length === 0 && after === undefined) {
    return state === 'Done' ? (
      <EmptyState icon="inbox" title="No notices done yet" text="Notices marked as done are kept here." />
    ) : (
      <EmptyState
        icon="inbox"
        title="Nothing needs attention"
        text="Rejected usage, failed marketplace notifications and disabled webhooks appear here."
      />
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData}>
      {groupedByKind(items).map((group) => (
        <KindOfNotice key={group[0].kind} notices={group} />
      ))}
      <Pages next={next} hasBefore={after !== undefined} goBack={goBack} />
    </div>
  );
}

function KindOfNotice({ notices }: { readonly notices: readonly [Notice, ...Notice[]] }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:inbox');
  const queryClient = useQueryClient();
  const [{ title, whatToDo }] = notices;
  const open = notices.filter(({ done }) => done === null);
  const marking = useMutation({
    mutationFn: async (marked: readonly Notice[]) => {
      for (const { noticeId } of marked) await markDone(workspaceId, noticeId);
    },
    onSuccess: (_, marked) =>
      showDone(marked.length > 1 ? `${marked.length} notices marked as done.` : 'Notice marked as done.'),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey(workspaceId) }),
  });
  const reopening = useMutation({
    mutationFn: (noticeId: string) => reopen(workspaceId, noticeId),
    onSuccess: () => showDone('Notice reopened.'),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey(workspaceId) }),
  });
  return (
    <Section
      title={title}
      lead={whatToDo}
      actions={
        mayChange &&
        open.length > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={marking.isPending}
            onClick={() => marking.mutate(open)}
          >
            Mark all {open.length} as done
          </Button>
        )
      }
    >
      <ul className={styles.notices}>
        {notices.map((notice) => (
          <li key={notice.noticeId}>
            <div className={styles.text}>
              <Text size="sm">{notice.text}</Text>
              <Group gap="md" mt={4}>
                <Text size="xs" c="dimmed">
                  <Moment at={notice.raisedAt} />
                  {notice.mailedAt && ', mailed to support'}
                </Text>
                <FixLinks notice={notice} />
              </Group>
            </div>
            {notice.done ? (
              <Group gap="md">
                <Done done={notice.done} />
                {mayChange && (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={reopening.isPending}
                    onClick={() => reopening.mutate(notice.noticeId)}
                  >
                    Reopen
                  </Button>
                )}
              </Group>
            ) : (
              mayChange && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Icon name="check" size={14} />}
                  disabled={marking.isPending}
                  onClick={() => marking.mutate([notice])}
                >
                  Mark as done
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Done({ done: { at, by } }: { readonly done: NonNullable<Notice['done']> }) {
  return (
    <div>
      <StatusBadge tone="good">Done</StatusBadge>
      <Text size="xs" c="dimmed">
        <Moment at={at} /> by {by}
      </Text>
    </div>
  );
}
