import { type RawBuilder, sql } from 'kysely';
import type { StatusClass } from '../../core/clients/request-log.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { ClientKey } from './activity.ts';

export interface ClientRequest {
  readonly requestedAt: Date;
  readonly method: string;
  /** The route's URL pattern. */
  readonly route: string;
  readonly status: number;
  /** Null: it was not refused. */
  readonly code: string | null;
  /** Null: it was about no tenant, or about several. */
  readonly tenantId: string | null;
  readonly milliseconds: number;
  readonly requestId: string;
  /** This one and those before it that were not stored. */
  readonly requests: number;
}

export interface StoredRequest extends ClientRequest {
  readonly entryId: string;
}

/** Adds requests of many clients in one statement. */
export async function insertClientRequests(
  database: Database,
  requests: readonly (StoredRequest & { readonly apiClientId: string })[],
): Promise<void> {
  await sql`
    insert into api_client_requests
      (workspace_id, api_client_id, entry_id, requested_at, method, route, status, code, tenant_id, milliseconds,
        request_id, requests)
    select client.workspace_id, request.* from ${unnestRows('request', requests, {
      api_client_id: 'uuid',
      entry_id: 'uuid',
      requested_at: 'timestamptz',
      method: 'text',
      route: 'text',
      status: 'integer',
      code: 'text',
      tenant_id: 'uuid',
      milliseconds: 'real',
      request_id: 'text',
      requests: 'integer',
    })}
    join api_clients as client on client.api_client_id = request.api_client_id`.execute(database);
}

export interface RequestFilter {
  readonly statusClass?: StatusClass | undefined;
  readonly code?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

export const requestOrder = new ListOrder({
  id: [{ column: sql`entry_id`, type: 'uuid', of: ({ entryId }: StoredRequest) => entryId }],
  idKey: 'requestedAt',
  columns: {},
  standard: '-requestedAt',
});

interface RequestPage extends RequestFilter, SortedPage<(typeof requestOrder.sorts)[number]> {}

export async function listClientRequests(
  database: Database,
  client: ClientKey,
  { sort, after, limit, ...filter }: RequestPage,
): Promise<readonly StoredRequest[]> {
  const { isAfter, order } = requestOrder.select({ sort, after });
  const { rows } = await sql<StoredRequest>`
    select entry_id as "entryId", requested_at as "requestedAt", method, route, status, code, tenant_id as "tenantId",
      milliseconds, request_id as "requestId", requests
    from api_client_requests where ${conditionOf(client, filter)} and ${isAfter}
    order by ${order} limit ${limit}`.execute(database);
  return rows;
}

export function loadRequestTotal(
  database: Database,
  client: ClientKey,
  filter: RequestFilter,
): Promise<Total> {
  return loadTotal(database, sql`select from api_client_requests where ${conditionOf(client, filter)}`);
}

function conditionOf(
  { workspaceId, apiClientId }: ClientKey,
  { statusClass, code, tenantId, from, until }: RequestFilter,
): RawBuilder<unknown> {
  const conditions = [sql`workspace_id = ${workspaceId} and api_client_id = ${apiClientId}`];
  if (statusClass !== undefined) {
    const least = Number(statusClass.charAt(0)) * 100;
    conditions.push(sql`status >= ${least} and status < ${least + 100}`);
  }
  // As the index of failed requests has it.
  if (code !== undefined || Number(statusClass?.charAt(0)) >= 4) conditions.push(sql`status >= 400`);
  if (code !== undefined) conditions.push(sql`code = ${code}`);
  if (tenantId !== undefined) conditions.push(sql`tenant_id = ${tenantId}`);
  // Ids begin with the time, so that a period is a range of the index.
  if (from !== undefined) conditions.push(sql`entry_id >= ${lowestIdAt(from)}`);
  if (until !== undefined) conditions.push(sql`entry_id < ${lowestIdAt(until)}`);
  return sql.join(conditions, sql` and `);
}
