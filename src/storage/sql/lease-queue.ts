import { type RawBuilder, sql } from 'kysely';
import type { LeaseHolder, LeaseTerms } from '../../core/lease.ts';

/** Whether the row is not leased: the opposite of `isLeased` of the core. */
export function isUnleased(lapsedBy: Date, leasedUntil = 'leased_until'): RawBuilder<boolean> {
  const column = sql.ref(leasedUntil);
  return sql<boolean>`(${column} is null or ${column} <= ${lapsedBy})`;
}

/** Whether `take` of the core would take the row. */
export function mayTake({ dueBy, lapsedBy }: LeaseTerms): RawBuilder<boolean> {
  return sql<boolean>`due_at <= ${dueBy} and ${isUnleased(lapsedBy)}`;
}

/** Like `mayTake`, and the worker's own leases: its connection was lost before a take or a settle returned. */
export function mayTakeAgain(
  { dueBy, lapsedBy }: LeaseTerms,
  row: string,
  holder: string,
): RawBuilder<boolean> {
  const isFree = isUnleased(lapsedBy, `${row}.leased_until`);
  return sql<boolean>`${sql.ref(`${row}.due_at`)} <= ${dueBy} and (${isFree} or ${sql.ref(`${row}.holder`)} = ${holder})`;
}

/** The effect of `take` of the core, as assignments of an update. */
export function taken({ leasedUntil }: LeaseTerms): RawBuilder<unknown> {
  return sql`attempts = attempts + 1, leased_until = ${leasedUntil}`;
}

/** Whether the lease of this attempt still counts: `isCurrentLease` of the core. */
export function hasCurrentLease(attempt: number): RawBuilder<boolean> {
  return sql<boolean>`attempts = ${attempt} and leased_until is not null`;
}

/** Whether the worker may end the batch lease of a row: it has expired, or is its own and not in progress. */
export function mayReleaseLease({ holder, working }: LeaseHolder, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(leased_until <= ${now} or (holder = ${holder} and lease_id <> all (${[...working]}::uuid[])))`;
}
