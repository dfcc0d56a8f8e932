import { Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { BulkBar } from '../../../parts/list/bulk-bar.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListTotal } from '../../../parts/list/list-total.tsx';
import { Newer } from '../../../parts/list/newer-rows.tsx';
import { Pages } from '../../../parts/list/pages.tsx';
import { chosenOf, type Selection, useSelection } from '../../../parts/list/selection.tsx';
import { useLivePage } from '../../../parts/list/use-live-page.ts';
import { showDone, showError } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { NoticeItem } from './notice-item.tsx';
import {
  assign,
  groupedByKind,
  type InboxSearch,
  keyOf,
  markDone,
  type Notice,
  type NoticeFilter,
  noticesKey,
  noticesQuery,
  reopen,
} from './notices.ts';
import styles from './page.module.css';

/** The notices, grouped by kind, with actions for each and for a selection. */
export function NoticeList() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:inbox');
  const element = useRef<HTMLDivElement>(null);
  const selection = useSelection<Notice>(({ headline }) => headline);
  const { search, goBack, goTo } = useListAddress<InboxSearch>();
  const { state, kind, assignedTo, sort, after } = search;
  const filter = { state, kind, assignedTo, sort, after } as NoticeFilter;
  const query = useQuery(noticesQuery(workspaceId, filter));
  const isPaused = chosenOf(query.data?.items ?? [], keyOf, selection).length > 0;
  const live = useLivePage({ query, keyOf, element, isPaused, isBusy: false });
  if (query.isPending) return <Skeleton height={160} role="status" aria-label="Loading notices" />;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { items, next, total } = live.page ?? query.data;
  const isEmpty = items.length === 0 && after === undefined;
  return (
    <div aria-busy={query.isPlaceholderData}>
      {isEmpty ? (
        <NoNotices isDone={state === 'Done'} isOwn={assignedTo !== undefined} />
      ) : (
        <>
          <Group gap="sm" mb="sm" mih={22}>
            <ListTotal total={total} />
            <Newer {...live} />
          </Group>
          <div ref={element}>
            {groupedByKind(items).map((group) => (
              <KindOfNotice
                key={group[0].kind}
                notices={group}
                selection={mayChange ? selection : undefined}
              />
            ))}
          </div>
          <Pages next={next} hasBefore={after !== undefined} goBack={goBack} goTo={goTo} />
        </>
      )}
      <BulkNotices items={items} selection={selection} />
    </div>
  );
}

interface NoNoticesProps {
  readonly isDone: boolean;
  /** Only those of the person are shown. */
  readonly isOwn: boolean;
}

function NoNotices({ isDone, isOwn }: NoNoticesProps) {
  if (isOwn) {
    return (
      <EmptyState
        icon="inbox"
        title="Nothing is assigned to you"
        text="Choose Assign at a notice of the inbox to take it."
      />
    );
  }
  return isDone ? (
    <EmptyState icon="inbox" title="No notices done yet" text="Notices marked as done are kept here." />
  ) : (
    <EmptyState
      icon="inbox"
      title="Nothing needs attention"
      text="Rejected usage, failed marketplace notifications and disabled webhooks appear here."
    />
  );
}

interface BulkNoticesProps {
  readonly items: readonly Notice[];
  readonly selection: Selection<Notice>;
}

function BulkNotices({ items, selection }: BulkNoticesProps) {
  const { workspaceId, memberId } = useWorkspace();
  const queryClient = useQueryClient();
  return (
    <BulkBar
      items={items}
      keyOf={keyOf}
      selection={selection}
      noun="notice"
      actions={[
        {
          verb: 'Mark as done',
          done: 'marked as done',
          effect: 'They leave the list of open notices and are not mailed again.',
          appliesTo: ({ done }) => done === null,
          act: ({ noticeId }) => markDone(workspaceId, noticeId),
        },
        {
          verb: 'Assign to me',
          done: 'assigned to you',
          effect: 'Others see that you handle them.',
          appliesTo: ({ done }) => done === null,
          act: ({ noticeId }) => assign(workspaceId, noticeId, memberId),
        },
        {
          verb: 'Reopen',
          done: 'reopened',
          effect: 'They are listed as open again.',
          appliesTo: ({ done }) => done !== null,
          act: ({ noticeId }) => reopen(workspaceId, noticeId),
        },
      ]}
      onSettled={() => queryClient.invalidateQueries({ queryKey: noticesKey(workspaceId) })}
    />
  );
}

interface KindOfNoticeProps {
  readonly notices: readonly [Notice, ...Notice[]];
  /** Undefined without the permission to change notices. */
  readonly selection: Selection<Notice> | undefined;
}

function KindOfNotice({ notices, selection }: KindOfNoticeProps) {
  const { workspaceId } = useWorkspace();
  const mayChange = selection !== undefined;
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
          <NoticeItem
            key={notice.noticeId}
            notice={notice}
            selection={selection}
            isBusy={marking.isPending || reopening.isPending}
            onDone={() => marking.mutate([notice])}
            onReopen={() => reopening.mutate(notice.noticeId)}
          />
        ))}
      </ul>
    </Section>
  );
}
