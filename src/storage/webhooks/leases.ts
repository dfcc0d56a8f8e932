import { type Selectable, sql } from 'kysely';
import type { LaneLease, LeaseTerms } from '../../core/lease.ts';
import type { Database } from '../database.ts';
import type { WebhookLeases } from '../schema/tables.generated.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** A taken lane of an endpoint. */
export interface TakenLane {
  readonly endpointId: string;
  readonly token: number;
}

/**
 * Takes the lanes of these endpoints that are free, expired or the holder's own; one statement. The holder keeps the token
 * of its own lease: it has work in flight, or the response to its last take was lost.
 */
export async function takeLanes(
  database: Database,
  workspaceId: string,
  endpointIds: readonly string[],
  holder: string,
  { leasedUntil, lapsedBy }: LeaseTerms,
): Promise<readonly TakenLane[]> {
  const isOwn = sql`lease.holder = excluded.holder and lease.leased_until is not null`;
  // In the order of the endpoints, so that two transactions cannot deadlock.
  const { rows } = await sql<TakenLane>`
    insert into webhook_leases as lease (workspace_id, endpoint_id, token, holder, leased_until)
    select workspace_id, endpoint_id, 1, ${holder}::uuid, ${leasedUntil}::timestamptz from webhook_endpoints
    where workspace_id = ${workspaceId} and endpoint_id = any(${endpointIds}::uuid[])
    order by endpoint_id
    on conflict (workspace_id, endpoint_id) do update
    set token = case when ${isOwn} then lease.token else lease.token + 1 end, holder = excluded.holder,
      leased_until = greatest(lease.leased_until, excluded.leased_until)
    where ${isOwn} or lease.leased_until is null or lease.leased_until <= ${lapsedBy}
    returning lease.endpoint_id as "endpointId", lease.token`.execute(database);
  return rows;
}

/** The lanes of these endpoints, locked until the transaction ends. Always before deliveries are locked. */
export async function lockLanes(
  database: Database,
  workspaceId: string,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, LaneLease>> {
  const { rows } = await sql<Selectable<WebhookLeases>>`
    select * from webhook_leases
    where workspace_id = ${workspaceId} and endpoint_id = any(${endpointIds}::uuid[])
    order by endpoint_id
    for no key update`.execute(database);
  return new Map(
    rows.map((row) => [
      row.endpoint_id,
      { token: row.token, holder: row.holder, leasedUntil: row.leased_until },
    ]),
  );
}

/** Ends the leases that are current. */
export async function endLanes(
  database: Database,
  workspaceId: string,
  lanes: readonly TakenLane[],
): Promise<void> {
  if (lanes.length === 0) return;
  await sql`
    with lane as (${currentLanes(workspaceId, lanes)})
    update webhook_leases as lease set leased_until = null from lane
    where lease.workspace_id = ${workspaceId} and lease.endpoint_id = lane.endpoint_id`.execute(database);
}

/** Locks those of the lanes whose lease is current: `isCurrentLane` of the core. */
export function currentLanes(workspaceId: string, lanes: readonly TakenLane[]) {
  return sql`
    select lease.endpoint_id, lease.token from webhook_leases as lease
    join ${unnestRows('taken', lanes, { endpoint_id: 'uuid', token: 'integer' })} using (endpoint_id, token)
    where lease.workspace_id = ${workspaceId} and lease.leased_until is not null
    order by lease.endpoint_id
    for no key update of lease`;
}
