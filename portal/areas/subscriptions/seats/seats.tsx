import { ActionIcon, Button, Group, Progress, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Pages } from '../../../parts/list/pages.tsx';
import { fewRows, NoneFound, SectionControls } from '../../../parts/list/section-controls.tsx';
import { type Selection, SelectRow, useSelection } from '../../../parts/list/selection.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import type { SubscriptionDetail } from '../queries.ts';
import { AssignSeat } from './assign-seat.tsx';
import { BulkRelease, keyOf } from './bulk-release.tsx';
import { PasteSeats } from './paste-seats.tsx';
import {
  personOf,
  releaseSeat,
  type Seat,
  type SeatPage,
  type SeatQuestion,
  seatsKey,
  seatsQuery,
} from './queries.ts';
import { ReservedSeats } from './reserved-seats.tsx';
import styles from './seats.module.css';

const orders = [
  { name: 'Assigned', sort: byTime('assignedAt') },
  { name: 'E-mail address', sort: byText('email') },
];

/** The seats of a subscription: assign and release. */
export function Seats({ subscription }: { readonly subscription: SubscriptionDetail }) {
  const { workspaceId } = useWorkspace();
  const { subscriptionId, endedAt } = subscription;
  const mayChange = usePermission('change:subscriptions') && endedAt === null;
  const { question, sorting, find, paging } = useSectionList('-assignedAt');
  const query = useQuery(seatsQuery(workspaceId, subscription, question as SeatQuestion));
  const [isPasting, { open, close }] = useDisclosure();
  const selection = useSelection<Seat>(personOf);
  return (
    <Section
      title="Seats"
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={open}>
            Paste list
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {query.data && <Count seats={query.data} />}
        {mayChange && <AssignSeat subscription={subscription} seats={query.data} />}
        {query.isPending && <Skeleton height={80} role="status" aria-label="Loading seats" />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
        {query.data && (
          <>
            {query.data.assigned + query.data.reserved > fewRows && (
              <SectionControls
                placeholder="E-mail address or object id"
                of="seats"
                search={question.search}
                find={find}
                columns={orders}
                sorting={sorting}
              />
            )}
            {question.search !== undefined && isNone(query.data) && <NoneFound />}
            <ul className={styles.seats}>
              {query.data.items.map((seat) => (
                <SeatLine
                  key={seat.memberId}
                  seat={seat}
                  subscriptionId={subscriptionId}
                  selection={mayChange ? selection : undefined}
                />
              ))}
            </ul>
            <Pages next={query.data.next} {...paging} label="Pages of seats" />
            <ReservedSeats seats={query.data} />
            <BulkRelease items={query.data.items} subscriptionId={subscriptionId} selection={selection} />
          </>
        )}
      </Stack>
      {isPasting && <PasteSeats subscriptionId={subscriptionId} onClose={close} />}
    </Section>
  );
}

const isNone = ({ items, reservations }: SeatPage) => items.length === 0 && reservations.length === 0;

function Count({ seats: { total, assigned, available, reserved } }: { readonly seats: SeatPage }) {
  const reservedText = reserved > 0 ? ` The customer has reserved ${formatNumber(reserved)}.` : '';
  const text =
    assigned > total
      ? `${formatNumber(assigned)} seats are assigned, but only ${formatNumber(total)} are paid for. Assigned seats stay assigned.`
      : `${formatNumber(assigned)} of ${formatNumber(total)} assigned, ${formatNumber(available)} available.${reservedText}`;
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Progress
        value={total === 0 ? 100 : Math.min(100, (assigned / total) * 100)}
        color={assigned > total ? 'var(--portal-attention)' : 'var(--portal-good)'}
        size="sm"
        mt={6}
        w="12rem"
        aria-label={text}
      />
    </div>
  );
}

interface SeatLineProps {
  readonly seat: Seat;
  readonly subscriptionId: string;
  /** Undefined where seats cannot be released. */
  readonly selection: Selection<Seat> | undefined;
}

function SeatLine({ seat, subscriptionId, selection }: SeatLineProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const person = personOf(seat);
  return (
    <li className={styles.seat}>
      {selection && <SelectRow item={seat} keyOf={keyOf} selection={selection} />}
      <div className={styles.who}>
        <Text size="sm" className={styles.person}>
          {person}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <Group gap={6}>
            Assigned <Moment at={seat.assignedAt} />
            {seat.email && <CopyableId id={seat.objectId} of="user" />}
          </Group>
        </Text>
      </div>
      {!seat.isActive && <StatusBadge tone="attention">Inactive member</StatusBadge>}
      {selection && (
        <Tooltip label="Release seat">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Release the seat of ${person}`}
            onClick={open}
          >
            <Icon name="remove" size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <ConfirmAction
        isOpen={isOpen}
        onClose={close}
        title={`Release the seat of ${person}?`}
        verb="Release"
        act={() => releaseSeat(workspaceId, subscriptionId, seat.memberId)}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) });
          showDone(`Seat of ${person} released.`);
        }}
      >
        <Text size="sm">
          They lose access at the application’s next check. The seat can be assigned again.
        </Text>
      </ConfirmAction>
    </li>
  );
}
