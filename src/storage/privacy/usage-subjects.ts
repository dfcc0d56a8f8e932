import { type RawBuilder, sql } from 'kysely';
import { wholeTenant } from '../../core/usage/limits/customer-limit.ts';
import type { Database } from '../database.ts';
import type { HeldReservation, LimitUse } from '../usage/customer-limits.ts';
import { counterKey } from '../usage/limits.ts';
import type { DataSubjects } from './personal-data.ts';

/** Whose use: of a whole tenant, or of the subjects (in lower case) that name a person. */
export interface SubjectFilter {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly subjects: readonly string[] | 'all';
}

const ofTenant = ({ workspaceId, tenantId }: Pick<SubjectFilter, 'workspaceId' | 'tenantId'>) => sql`
  workspace_id = ${workspaceId} and subscription_id in (
    select subscription_id from subscriptions where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
  )`;

const isOf = ({ subjects }: SubjectFilter) =>
  subjects === 'all' ? sql`true` : sql`lower(subject) = any(${subjects}::text[])`;

/** What is used and reserved of each limit, also of periods that are over. */
export async function listSubjectCounters(
  database: Database,
  filter: SubjectFilter,
): Promise<readonly LimitUse[]> {
  const { rows } = await sql<LimitUse>`
    select subscription_id as "subscriptionId", dimension, subject, per, period_start as start, period_end as "end",
      greatest(used, 0)::float8 as used, reserved::float8 as reserved
    from usage_counters where ${ofTenant(filter)} and ${isOf(filter)}
    order by ${sql.join(counterKey.map((column) => sql.ref(column)))}`.execute(database);
  return rows;
}

/** Reservations that are neither committed nor released, the first to expire first. */
export async function listSubjectReservations(
  database: Database,
  filter: SubjectFilter,
  limit: number,
): Promise<readonly HeldReservation[]> {
  const { rows } = await sql<HeldReservation>`
    select reservation_id as "reservationId", subscription_id as "subscriptionId", dimension, subject,
      quantity::float8 as quantity, granted_at as "grantedAt", expires_at as "expiresAt"
    from usage_reservations where ${ofTenant(filter)} and state = 'Held' and ${isOf(filter)}
    order by expires_at, reservation_id
    limit ${limit}`.execute(database);
  return rows;
}

/**
 * Removes the subjects that name the people, by object id or e-mail address: ceilings and counters for them go, reservations in
 * flight and events lose the subject. Settled reservations are deleted within a day. A customer that goes loses all limits.
 */
export async function eraseSubjects(database: Database, people: DataSubjects): Promise<void> {
  const { workspaceId, tenantId, members } = people;
  const isErased = isNameOf(people);
  await sql`
    delete from usage_limits
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
      and ${members === 'all' ? sql`true` : isErased(sql`subject`)}`.execute(database);
  await sql`
    with erased as (
      select reservation_id from usage_reservations
      where ${ofTenant(people)} and state = 'Held' and ${isErased(sql`subject`)}
      order by reservation_id
      for update
    )
    update usage_reservations as reservation set subject = ${wholeTenant} from erased
    where reservation.workspace_id = ${workspaceId} and reservation.reservation_id = erased.reservation_id`.execute(
    database,
  );
  await sql`
    with erased as (
      select counter_id from usage_counters
      where ${ofTenant(people)} and ${isErased(sql`subject`)}
      order by ${sql.join(counterKey.map((column) => sql.ref(column)))}
      for update
    )
    delete from usage_counters as counter using erased
    where counter.workspace_id = ${workspaceId} and counter.counter_id = erased.counter_id`.execute(database);
  await sql`
    update events set data = data #- '{usage,subject}'
    where workspace_id = ${workspaceId} and data ->> 'tenantId' = ${tenantId}
      and ${isErased(sql`data #>> '{usage,subject}'`)}`.execute(database);
  await sql`
    delete from mails
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${isErased(sql`facts ->> 'subject'`)}`.execute(
    database,
  );
  await sql`
    update audit_entries set before = null, after = null
    where workspace_id = ${workspaceId} and subject_kind = 'Customer' and subject_id = ${tenantId}
      and (${isErased(sql`before ->> 'subject'`)} or ${isErased(sql`after ->> 'subject'`)})`.execute(
    database,
  );
}

/** Whether a subject names one of the people. In a customer that goes it may name anybody. */
function isNameOf({ workspaceId, tenantId, members }: DataSubjects) {
  if (members === 'all') return (subject: RawBuilder<unknown>) => sql`${subject} <> ${wholeTenant}`;
  const ids = members.map(({ objectId }) => objectId);
  const addresses = sql`(select lower(email) from members
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and object_id = any(${ids}::uuid[]))`;
  return (subject: RawBuilder<unknown>) =>
    sql`(lower(${subject}) = any(${ids}::text[]) or lower(${subject}) in ${addresses})`;
}
