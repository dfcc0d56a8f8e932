import { Button, Group, Text } from '@mantine/core';
import { Deadline } from '../../../parts/deadline.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { type Selection, SelectRow } from '../../../parts/list/selection.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { AssignNotice } from './assign-notice.tsx';
import { FixLinks } from './fix-link.tsx';
import { keyOf, type Notice } from './notices.ts';
import styles from './page.module.css';

interface NoticeItemProps {
  readonly notice: Notice;
  /** Undefined without the permission to change notices. */
  readonly selection: Selection<Notice> | undefined;
  readonly isBusy: boolean;
  readonly onDone: () => void;
  readonly onReopen: () => void;
}

/** One notice: what, until when, and what can be done about it. */
export function NoticeItem({ notice, selection, isBusy, onDone, onReopen }: NoticeItemProps) {
  const { headline, text, deadline, raisedAt, mailedAt, done, assignee } = notice;
  const mayChange = selection !== undefined;
  return (
    <li>
      {selection && <SelectRow item={notice} keyOf={keyOf} selection={selection} />}
      <div className={styles.text}>
        <Text size="sm" fw={600}>
          {headline}
        </Text>
        <Text size="sm">{text}</Text>
        {deadline && done === null && (
          <Text size="sm" fw={500}>
            <Deadline {...deadline} />
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={2}>
          <Moment at={raisedAt} />
          {mailedAt && ', mailed to support'}
          {!mayChange && assignee && `, assigned to ${assignee.name}`}
        </Text>
        <FixLinks notice={notice} />
      </div>
      {done ? (
        <Group gap="md">
          <Done done={done} />
          {mayChange && (
            <Button size="xs" variant="default" disabled={isBusy} onClick={onReopen}>
              Reopen
            </Button>
          )}
        </Group>
      ) : (
        mayChange && (
          <Group gap="xs">
            <AssignNotice notice={notice} />
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="check" size={14} />}
              disabled={isBusy}
              onClick={onDone}
            >
              Mark as done
            </Button>
          </Group>
        )
      )}
    </li>
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
