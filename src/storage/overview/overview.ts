import { sql } from 'kysely';
import type { StatusChange } from '../../core/subscriptions/status-days.ts';
import type { EarlierExpiry } from '../../core/usage/reports/window.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import type { AttentionKind } from '../../core/workspaces/notice.ts';
import type { Database } from '../database.ts';
import { pendingPurchases } from '../marketplace/pending-purchases.ts';
import { queueState, reportsUnderLease } from '../usage/queue.ts';
import { allDeliveries } from '../webhooks/replays.ts';

/** Net change per status and day, from the histories; the first day includes everything before it. */
export async function loadStatusChanges(
  database: Database,
  workspaceId: string,
  firstDay: string,
): Promise<readonly StatusChange[]> {
  const { rows } = await sql<StatusChange>`
    with steps as (
      select to_char(greatest(recorded_at at time zone 'UTC', ${firstDay}::timestamp), 'YYYY-MM-DD') as day,
        state ->> 'status' as status,
        lag(state ->> 'status') over (partition by subscription_id order by revision) as previous
      from subscription_history
      where workspace_id = ${workspaceId}
    )
    select day, status, sum(change)::integer as change
    from (
      select day, status, 1 as change from steps
      union all
      select day, previous, -1 from steps where previous is not null
    ) as changes
    group by day, status
    having sum(change) <> 0`.execute(database);
  return rows;
}

export interface UsageFigures {
  readonly acceptedToday: number;
  readonly lostToday: number;
  readonly held: number;
  readonly due: number;
  readonly claimed: number;
  readonly retrying: number;
  readonly failing: number;
}

/** Reports decided since the day began, and the counts of undecided ones. */
export async function loadUsageFigures(
  database: Database,
  workspaceId: string,
  { dayStart, oldestHour }: { readonly dayStart: Date; readonly oldestHour: Date },
  now: Date,
): Promise<UsageFigures> {
  const { rows } = await sql<UsageFigures>`
    select
      count(*) filter (where state = 'Accepted' and decided_at >= ${dayStart})::integer as "acceptedToday",
      count(*) filter (
        where state in ('Rejected', 'Expired', 'QuantityMismatch') and decided_at >= ${dayStart}
      )::integer as "lostToday",
      count(*) filter (where state = 'held')::integer as held,
      count(*) filter (where state = 'due')::integer as due,
      count(*) filter (where state = 'claimed')::integer as claimed,
      count(*) filter (where state = 'retrying')::integer as retrying,
      count(*) filter (where decided_at is null and reason_code is not null)::integer as failing
    from (
      select decided_at, reason_code,
        case when status = 'Pending' then ${queueState(now)} else status end as state
      from ${reportsUnderLease} as report
      where workspace_id = ${workspaceId} and hour >= ${oldestHour}
    ) as reports`.execute(database);
  const [figures] = rows;
  if (!figures) throw new Error('The count returned no row');
  return figures;
}

export interface WebhookFigures {
  readonly delivered: number;
  readonly failed: number;
  /** Undecided after a failed attempt. */
  readonly failing: number;
  /** Undecided and not attempted yet. */
  readonly waiting: number;
}

/** Outcomes of deliveries since this event id, which need not exist. */
export async function loadWebhookFigures(
  database: Database,
  workspaceId: string,
  firstEventId: string,
): Promise<WebhookFigures> {
  const { rows } = await sql<WebhookFigures>`
    select
      count(*) filter (where status = 'Delivered')::integer as delivered,
      count(*) filter (where status = 'Failed')::integer as failed,
      count(*) filter (where status = 'Pending' and failed_attempts > 0)::integer as failing,
      count(*) filter (where status = 'Pending' and failed_attempts = 0)::integer as waiting
    from ${allDeliveries}
    where workspace_id = ${workspaceId} and event_id >= ${firstEventId}`.execute(database);
  const [figures] = rows;
  if (!figures) throw new Error('The count returned no row');
  return figures;
}

export interface ClientFigures {
  readonly apiClientId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly rateLimitPerMinute: number | null;
  readonly partnerPlan: PartnerPlan;
  readonly calls: number;
  readonly refused: number;
}

/** The clients with the most calls since the moment. */
export async function loadClientFigures(
  database: Database,
  workspaceId: string,
  since: Date,
  limit: number,
): Promise<readonly ClientFigures[]> {
  const { rows } = await sql<ClientFigures>`
    select client.api_client_id as "apiClientId", client.name, client.enabled,
      client.rate_limit_per_minute as "rateLimitPerMinute", workspace.partner_plan as "partnerPlan",
      coalesce(sum(counted.calls), 0)::integer as calls, coalesce(sum(counted.refused), 0)::integer as refused
    from api_clients as client
    join workspaces as workspace using (workspace_id)
    left join api_client_hours as counted
      on counted.workspace_id = client.workspace_id and counted.api_client_id = client.api_client_id
      and counted.hour >= ${since}
    where client.workspace_id = ${workspaceId}
    group by 1, 2, 3, 4, 5
    order by calls desc, client.name, client.api_client_id
    limit ${limit}`.execute(database);
  return rows;
}

export interface AttentionItem {
  readonly kind: AttentionKind;
  /** Id of the notice, key, connection, report or endpoint. */
  readonly id: string;
  /** Short name: a notice's kind, a name, a URL. */
  readonly label: string;
  /** When it was raised or disabled, or when it expires. */
  readonly at: Date;
  /** Id of the API client or subscription, for links. */
  readonly parentId: string | null;
  /** Total number of this kind. */
  readonly total: number;
}

/** Items that need a person, a few of each kind, in one statement. */
export async function listAttention(
  database: Database,
  workspaceId: string,
  until: {
    readonly now: Date;
    /** Pending purchases younger than that may still be confirmed by their buyer. */
    readonly purchasedBefore: Date;
    readonly keysEndBefore: Date;
    readonly credentialsEndBefore: Date;
    readonly newestExpiringHour: Date;
    readonly earlierExpiries: readonly EarlierExpiry[];
  },
  limitPerKind: number,
): Promise<readonly AttentionItem[]> {
  const some = (order: 'asc' | 'desc') =>
    sql`count(*) over ()::integer as total, row_number() over (order by at ${sql.raw(order)}, id) as place`;
  const endpointName = sql`coalesce(nullif(description, ''), url)`;
  const day = sql`hour + interval '24 hours'`;
  const earlier = until.earlierExpiries.map(
    (own) => sql`case when kind = ${own.kind} then ${own.expiresAt}::timestamptz end`,
  );
  const expiry = earlier.length === 0 ? day : sql`least(${sql.join([day, ...earlier])})`;
  const isExpiring = sql.join(
    [
      sql`hour <= ${until.newestExpiringHour}`,
      ...until.earlierExpiries.map((own) => sql`kind = ${own.kind} and hour <= ${own.newestExpiring}`),
    ],
    sql` or `,
  );
  const { rows } = await sql<AttentionItem>`
    select kind, id, label, at, "parentId", total from (
      select 1 as rank, *, ${some('desc')} from (
        select 'Notice' as kind, notice_id::text as id, kind as label, raised_at as at, null as "parentId"
        from notices where workspace_id = ${workspaceId} and done_at is null
      ) as open
      union all
      select 2, *, ${some('asc')} from (
        select 'PurchasePending', coalesce(subscription_id::text, marketplace_subscription_id) as id,
          coalesce(organisation.name, buyer_email, pending.tenant_id::text, marketplace_subscription_id) as label,
          bought_at as at, case when subscription_id is not null then pending.tenant_id::text end
        from (${pendingPurchases(workspaceId)}) as pending
        left join tenants as tenant
          on tenant.workspace_id = ${workspaceId} and tenant.tenant_id = pending.tenant_id
        left join organisations as organisation
          on organisation.workspace_id = ${workspaceId} and organisation.organisation_id = tenant.organisation_id
        where bought_at <= ${until.purchasedBefore}
      ) as purchases
      union all
      select 3, *, ${some('asc')} from (
        select 'ApiKeyEnding', key_id as id, client.name || coalesce(', ' || key.name, ''), expires_at as at, api_client_id::text
        from api_keys as key join api_clients as client using (workspace_id, api_client_id)
        where workspace_id = ${workspaceId} and revoked_at is null and client.enabled
          and expires_at > ${until.now} and expires_at <= ${until.keysEndBefore}
      ) as keys
      union all
      select 4, *, ${some('asc')} from (
        select 'MarketplaceCredentialEnding', connection_id::text as id, source_name, credential_ends_at as at, null
        from marketplace_connections
        where workspace_id = ${workspaceId} and credential_ends_at <= ${until.credentialsEndBefore}
      ) as credentials
      union all
      select 5, *, ${some('asc')} from (
        select 'MarketplaceConnectionFailing', connection_id::text as id, source_name,
          coalesce(sending_failing_since, reconciled_at, created_at) as at, null
        from marketplace_connections
        where workspace_id = ${workspaceId}
          and (sending_failing_since is not null or reconciliation_failure is not null)
      ) as connections
      union all
      select 6, *, ${some('asc')} from (
        select 'UsageExpiring', report_id::text as id, dimension, ${expiry} as at,
          subscription_id::text
        from usage_reports
        where workspace_id = ${workspaceId} and status = 'Pending' and decided_at is null
          and (${isExpiring})
      ) as reports
      union all
      select 7, *, ${some('desc')} from (
        select 'WebhookEndpointDisabled', endpoint_id::text as id, ${endpointName}, disabled_at as at, null
        from webhook_endpoints
        where workspace_id = ${workspaceId} and removed_at is null and disabled_reason in ('Gone', 'Failing')
      ) as disabled
      union all
      select 8, *, ${some('asc')} from (
        select 'WebhookEndpointFailing', endpoint_id::text as id, ${endpointName}, failing_since as at, null
        from webhook_endpoints
        where workspace_id = ${workspaceId} and removed_at is null and disabled_at is null
          and failing_since is not null
      ) as failing
    ) as attention
    where place <= ${limitPerKind}
    order by rank, place`.execute(database);
  return rows;
}
