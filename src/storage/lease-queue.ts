import { type RawBuilder, sql } from 'kysely';
import type { LeaseHolder, LeaseTerms } from '../core/lease.ts';

/** The tables with leases, and the column of `attempts` in each; `leasedUntil` is `claimed_until`. */
const attemptsColumns = {
  marketplace_calls: 'attempts',
  support_digests: 'tries',
} as const;
export type LeaseQueue = keyof typeof attemptsColumns;

/** Whether the row is not leased: the opposite of `isLeased` of the core. */
export function isUnleased(lapsedBy: Date, leasedUntil = 'claimed_until'): RawBuilder<boolean> {
  const column = sql.ref(leasedUntil);
  return sql<boolean>`(${column} is null or ${column} <= ${lapsedBy})`;
}

/** Whether `take` of the core would take the row. */
export function mayTake({ dueBy, lapsedBy }: LeaseTerms, row: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${row}.due_at`)} <= ${dueBy} and ${isUnleased(lapsedBy, `${row}.claimed_until`)}`;
}

/** Whether `takeAgain` of the core would take the row. */
export function mayTakeAgain(
  { dueBy, lapsedBy }: LeaseTerms,
  row: string,
  holder: string,
): RawBuilder<boolean> {
  const isFree = isUnleased(lapsedBy, `${row}.claimed_until`);
  return sql<boolean>`${sql.ref(`${row}.due_at`)} <= ${dueBy} and (${isFree} or ${sql.ref(`${row}.holder`)} = ${holder})`;
}

/** The effect of `take` of the core, as assignments of an update. */
export function taken(queue: LeaseQueue, { leasedUntil }: LeaseTerms): RawBuilder<unknown> {
  const attempts = sql.ref(attemptsColumns[queue]);
  return sql`${attempts} = ${attempts} + 1, claimed_until = ${leasedUntil}`;
}

/** Whether the lease of this attempt still counts: `isCurrentLease` of the core. */
export function hasCurrentLease(queue: LeaseQueue, attempt: number): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(attemptsColumns[queue])} = ${attempt} and claimed_until is not null`;
}

/** Whether the worker may release the batch lease of a row: `mayRelease` of the core. */
export function mayReleaseLease({ holder, working }: LeaseHolder, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(leased_until <= ${now} or (holder = ${holder} and lease_id <> all (${[...working]}::uuid[])))`;
}
