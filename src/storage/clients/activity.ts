import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { CredentialUse } from './credential-uses.ts';

export interface ClientKey {
  readonly workspaceId: string;
  readonly apiClientId: string;
}

export interface ClientRefusal {
  readonly refusedAt: Date;
  readonly code: string;
  readonly status: number;
  readonly method: string;
  /** The route's URL pattern. */
  readonly route: string;
  readonly requestId: string;
}

/** Number of refusals of one client, with the latest ones. */
export interface ClientRefusals {
  readonly client: ClientKey;
  readonly count: number;
  readonly latest: readonly ClientRefusal[];
}

/** Adds the calls to the counters of their clients, in one statement. */
export async function addCalls(database: Database, uses: readonly CredentialUse[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    insert into api_client_hours as known (workspace_id, api_client_id, hour, calls, refused)
    select workspace_id, api_client_id, date_trunc('hour', used.at, 'UTC') as hour, sum(used.calls)::integer, 0
    from ${unnestRows('used', uses, {
      id: 'text',
      at: ['timestamptz', ({ lastUsedAt }) => lastUsedAt],
      calls: 'integer',
    })}
    join (
      select key_id as id, workspace_id, api_client_id from api_keys
      where key_id = any(${uses.filter(({ kind }) => kind === 'api-key').map(({ id }) => id)}::text[])
      union all
      select credential_id::text, workspace_id, api_client_id from application_credentials
      where credential_id = any(${uses.filter(({ kind }) => kind === 'application').map(({ id }) => id)}::uuid[])
    ) as credential using (id)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (workspace_id, api_client_id, hour) do update set calls = known.calls + excluded.calls`.execute(
    database,
  );
}

/** Counts refusals, and stores only the latest ones of each client. */
export async function addRefusals(
  database: Database,
  refused: readonly ClientRefusals[],
  ids: readonly string[],
  maxPerClient: number,
): Promise<void> {
  if (refused.length === 0) return;
  const rows = refused
    .flatMap(({ client, latest }) => latest.map((refusal) => ({ ...client, ...refusal })))
    .map((refusal, index) => ({ ...refusal, refusalId: ids[index] ?? null }));
  const clients = refused.map(({ client }) => client);
  await sql`
    insert into api_client_hours as known (workspace_id, api_client_id, hour, calls, refused)
    select client.workspace_id, client.api_client_id, date_trunc('hour', refused.at, 'UTC'), 0, refused.count
    from ${unnestRows('refused', refused, {
      api_client_id: ['uuid', ({ client }) => client.apiClientId],
      at: ['timestamptz', ({ latest }) => latest.at(-1)?.refusedAt ?? null],
      count: 'integer',
    })}
    join api_clients as client on client.api_client_id = refused.api_client_id
    order by 1, 2, 3
    on conflict (workspace_id, api_client_id, hour) do update set refused = known.refused + excluded.refused`.execute(
    database,
  );
  await sql`
    insert into api_client_refusals
      (workspace_id, api_client_id, refusal_id, refused_at, code, status, method, route, request_id)
    select client.workspace_id, refused.* from ${unnestRows('refused', rows, {
      api_client_id: 'uuid',
      refusal_id: 'uuid',
      refused_at: 'timestamptz',
      code: 'text',
      status: 'integer',
      method: 'text',
      route: 'text',
      request_id: 'text',
    })}
    join api_clients as client on client.api_client_id = refused.api_client_id`.execute(database);
  await sql`
    delete from api_client_refusals as refusal
    using (
      select workspace_id, api_client_id, refusal_id,
        row_number() over (partition by workspace_id, api_client_id order by refusal_id desc) as place
      from api_client_refusals
      where (workspace_id, api_client_id) in (
        select * from ${unnestRows('client', clients, { workspace_id: 'uuid', api_client_id: 'uuid' })}
      )
    ) as ranked
    where ranked.place > ${maxPerClient} and refusal.workspace_id = ranked.workspace_id
      and refusal.api_client_id = ranked.api_client_id and refusal.refusal_id = ranked.refusal_id`.execute(
    database,
  );
}

export interface ClientHour {
  readonly hour: Date;
  readonly calls: number;
  readonly refused: number;
}

/** Hours in which the client called, oldest first. */
export async function listClientHours(
  database: Database,
  { workspaceId, apiClientId }: ClientKey,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<readonly ClientHour[]> {
  return database
    .selectFrom('api_client_hours')
    .select(['hour', 'calls', 'refused'])
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .orderBy('hour')
    .execute();
}

/** Newest first. */
export async function listClientRefusals(
  database: Database,
  { workspaceId, apiClientId }: ClientKey,
): Promise<readonly ClientRefusal[]> {
  return database
    .selectFrom('api_client_refusals')
    .select(['refused_at as refusedAt', 'code', 'status', 'method', 'route', 'request_id as requestId'])
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .orderBy('refusal_id', 'desc')
    .execute();
}
