import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { allDeliveries } from './past-deliveries.ts';

/** Delivery outcomes of one endpoint's events of an hour. */
export interface EndpointHour {
  readonly endpointId: string;
  readonly hour: Date;
  readonly delivered: number;
  /** Failed so far, with attempts left. */
  readonly failing: number;
  readonly failed: number;
}

/** By endpoint and hour, oldest first, from the event on. An event id begins with its milliseconds. */
export async function listEndpointHours(
  database: Database,
  workspaceId: string,
  firstEventId: string,
): Promise<readonly EndpointHour[]> {
  const { rows } = await sql<{
    endpoint_id: string;
    hour: Date;
    delivered: number;
    failing: number;
    failed: number;
  }>`
    select endpoint_id,
      to_timestamp(('x' || left(replace(event_id::text, '-', ''), 12))::bit(48)::bigint / 3600000 * 3600) as hour,
      count(*) filter (where status = 'Delivered')::integer as delivered,
      count(*) filter (where status = 'Pending' and failed_attempts > 0)::integer as failing,
      count(*) filter (where status = 'Failed')::integer as failed
    from ${allDeliveries}
    where workspace_id = ${workspaceId} and event_id >= ${firstEventId}
    group by 1, 2
    order by 1, 2`.execute(database);
  return rows.map(({ endpoint_id, ...figures }) => ({ endpointId: endpoint_id, ...figures }));
}
