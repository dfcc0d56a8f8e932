import { Group, Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import type { SeatPage } from './queries.ts';
import styles from './seats.module.css';

/** The seats that the customer has reserved on their page for people who are no members yet. */
export function ReservedSeats({ seats: { reserved, reservations } }: { readonly seats: SeatPage }) {
  if (reservations.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        The customer has reserved these seats. A person gets the seat by accepting it on the customer’s page,
        or as soon as they are added as a member with this address.
        {reservations.length < reserved && ' Find others by their address.'}
      </Text>
      <ul className={styles.seats} aria-label="Reserved seats">
        {reservations.map(({ email, reservedAt }) => (
          <li key={email} className={styles.seat}>
            <div className={styles.who}>
              <Text size="sm" className={styles.person}>
                {email}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <Group gap={6}>
                  Reserved <Moment at={reservedAt} />
                </Group>
              </Text>
            </div>
            <StatusBadge tone="attention">Not accepted yet</StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  );
}
