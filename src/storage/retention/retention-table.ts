import { type RawBuilder, sql } from 'kysely';
import { activityLifetime } from '../../core/clients/activity.ts';
import { licenceFileLifetime } from '../../core/entitlements/signed/licence-file.ts';
import { replacedKeyDays } from '../../core/entitlements/signed/signing-key.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import { wrongAccountLifetime } from '../../core/marketplace/purchases/pending-purchase.ts';
import { pastEntitlementDays, type Retention } from '../../core/operations/retention.ts';
import { usageFileLifetime } from '../../core/usage/events/usage-file.ts';
import { atRiskMailLifetime } from '../../core/workspaces/at-risk-mail.ts';
import { invitationMailLifetime } from '../../core/workspaces/invitation-mail.ts';
import { maxSessionAge } from '../../core/workspaces/session.ts';
import type { TableName } from '../cluster/distribution.ts';
import { atOnce, type OldRows, oldestFirst, pageByPage } from './old-rows.ts';

interface RetentionRule {
  /** Minutes between two looks for old rows. */
  readonly every: number;
  /** Milliseconds. */
  readonly kept: (retention: Retention) => number;
  /** In the order in which they are deleted. */
  readonly rows: readonly OldRows[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** History is deleted a day later than it is promised: clocks of nodes differ, and a request takes a while. */
const pastDay = 1;

/** Which rows are deleted when, by the `kind` of `tessera_rows_deleted_total`. Raw usage events have partitions instead. */
export const retentionTable = {
  answers: {
    every: 1,
    kept: ({ answerHours }) => answerHours * hour,
    rows: [
      oldestFirst(
        'idempotent_answers',
        ['api_client_id', 'idempotency_key'],
        'created_at',
        (moment) => sql`created_at <= ${moment}`,
      ),
    ],
  },
  // Deliveries have their first attempt in them.
  attempts: {
    every: 1,
    kept: ({ attemptDays }) => attemptDays * day,
    rows: [
      pageByPage('webhook_past_deliveries', ['event_id', 'endpoint_id', 'replay'], {
        isInPage: hasIdBefore('event_id'),
        isOld: (moment) => sql`entry.decided_at < ${moment}`,
      }),
      pageByPage('webhook_deliveries', ['event_id', 'endpoint_id'], {
        isInPage: hasIdBefore('event_id'),
        isOld: (moment) => sql`entry.decided_at < ${moment}`,
      }),
      oldestFirst('webhook_attempts', ['endpoint_id', 'event_id', 'attempt'], 'attempted_at'),
    ],
  },
  events: {
    every: 10,
    kept: ({ eventDays }) => eventDays * day,
    rows: [
      pageByPage('webhook_deliveries', ['event_id', 'endpoint_id'], {
        isInPage: hasIdBefore('event_id'),
        isOld: (_, workspaceId) => isNeitherPendingNorLogged(workspaceId),
      }),
      pageByPage('webhook_past_deliveries', ['event_id', 'endpoint_id', 'replay'], {
        isInPage: hasIdBefore('event_id'),
        isOld: (_, workspaceId) => isNeitherPendingNorLogged(workspaceId),
      }),
      pageByPage('events', ['event_id'], {
        isInPage: hasIdBefore('event_id'),
        isOld: (_, workspaceId) => sql`
          not exists (
            select from webhook_deliveries as delivery
            where delivery.workspace_id = ${workspaceId} and delivery.event_id = entry.event_id
          )
          and not exists (
            select from webhook_past_deliveries as delivery
            where delivery.workspace_id = ${workspaceId} and delivery.event_id = entry.event_id
          )`,
      }),
    ],
  },
  notifications: {
    every: 10,
    kept: ({ notificationDays }) => notificationDays * day,
    rows: [
      oldestFirst('marketplace_notifications', ['source_name', 'operation_id'], 'decided_at'),
      // That of a customer stays with the subscription.
      atOnce('marketplace_licences', 'ended_at', (moment) => sql`tenant_id is null and ended_at < ${moment}`),
    ],
  },
  audit: {
    every: 10,
    kept: ({ auditDays }) => auditDays * day,
    rows: [
      pageByPage('audit_entries', ['entry_id'], {
        isInPage: hasIdBefore('entry_id'),
        isOld: (moment) => sql`entry.recorded_at < ${moment}`,
      }),
    ],
  },
  history: {
    every: 10,
    kept: ({ historyDays }) => (historyDays + pastDay) * day,
    rows: [
      pageByPage('subscription_history', ['subscription_id', 'revision'], {
        pages: { table: 'subscriptions', key: ['subscription_id'] },
        isOld: (moment, workspaceId) => sql`
          ${isReplaced('subscription_history', ['subscription_id'], 'revision')(moment, workspaceId)}
          and not ${beginsTerm(workspaceId)}`,
      }),
    ],
  },
  versions: {
    every: 10,
    kept: ({ versionDays }) => (versionDays + pastDay) * day,
    rows: [
      pageByPage('entitlement_versions', ['product_id', 'tenant_id', 'version'], {
        pages: { table: 'entitlements', key: ['product_id', 'tenant_id'] },
        isOld: isReplaced('entitlement_versions', ['product_id', 'tenant_id'], 'version'),
      }),
    ],
  },
  'plan-revisions': {
    every: 10,
    kept: (retention) => (pastEntitlementDays(retention) + pastDay) * day,
    rows: [
      pageByPage('plan_revisions', ['plan_id', 'revision'], {
        pages: { table: 'plans', key: ['plan_id'] },
        isOld: isReplaced('plan_revisions', ['plan_id'], 'revision'),
      }),
    ],
  },
  'product-revisions': {
    every: 10,
    kept: (retention) => (pastEntitlementDays(retention) + pastDay) * day,
    rows: [
      pageByPage('product_revisions', ['product_id', 'revision'], {
        pages: { table: 'products', key: ['product_id'] },
        isOld: isReplaced('product_revisions', ['product_id'], 'revision'),
      }),
    ],
  },
  // An hour stays while it is in a period that stays: periods overlap where a term was divided in another way.
  'usage-hours': {
    every: 10,
    kept: ({ usageReportDays }) => usageReportDays * day,
    rows: [
      pageByPage('usage_hours', ['subscription_id', 'dimension', 'hour'], {
        pages: { table: 'usage_periods', key: ['subscription_id', 'dimension', 'period_start'] },
        isInPage: (moment) => sql`page.closed_at is not null and page.period_end < ${moment}`,
        join: (workspaceId) => sql`usage_periods as page join usage_hours as entry
          on entry.workspace_id = ${workspaceId} and entry.subscription_id = page.subscription_id
          and entry.dimension = page.dimension and entry.hour >= page.period_start and entry.hour < page.period_end`,
        isOld: (moment, workspaceId) => sql`
          entry.closed_at is not null and not exists (
            select from usage_periods as other
            where other.workspace_id = ${workspaceId} and other.subscription_id = entry.subscription_id
              and other.dimension = entry.dimension and other.period_start <= entry.hour
              and (other.period_end is null
                or other.period_end > entry.hour and (other.closed_at is null or other.period_end >= ${moment}))
          )`,
      }),
      pageByPage('usage_periods', ['subscription_id', 'dimension', 'period_start'], {
        isInPage: (moment) => sql`entry.closed_at is not null and entry.period_end < ${moment}`,
        isOld: (_, workspaceId) => sql`
          not exists (
            select from usage_hours as hours
            where hours.workspace_id = ${workspaceId} and hours.subscription_id = entry.subscription_id
              and hours.dimension = entry.dimension and hours.hour >= entry.period_start
              and hours.hour < entry.period_end
          )`,
      }),
    ],
  },
  // A report of events stays as long as its hour: the report is part of its period's use.
  'usage-reports': {
    every: 10,
    kept: ({ usageReportDays }) => usageReportDays * day,
    rows: [
      pageByPage('usage_reports', ['hour', 'subscription_id', 'dimension'], {
        isInPage: (moment) => sql`entry.hour < ${moment}`,
        isOld: (_, workspaceId) => sql`
          entry.status <> 'Pending' and not exists (
            select from usage_hours as hours
            where hours.workspace_id = ${workspaceId} and hours.subscription_id = entry.subscription_id
              and hours.dimension = entry.dimension and hours.hour = entry.hour
          )`,
      }),
    ],
  },
  // What a customer of a marketplace used last, to the whole unit. Nothing that was fixed in it can be void by then.
  'usage-remainders': {
    every: 60,
    kept: ({ usageReportDays }) => usageReportDays * day,
    rows: [atOnce('usage_remainders', 'changed_at')],
  },
  // A repeated commit is answered for a day. The id of one that may be held for a day is up to two days old.
  'usage-reservations': {
    every: 10,
    kept: () => day,
    rows: [
      pageByPage('usage_reservations', ['reservation_id'], {
        isInPage: hasIdBefore('reservation_id'),
        isOld: (moment) => sql`entry.settled_at < ${moment}`,
      }),
    ],
  },
  // An event of a usage file that is deleted here is too old to count again.
  'usage-files': {
    every: 60,
    kept: () => usageFileLifetime,
    rows: [oldestFirst('usage_files', ['usage_file_id'], 'uploaded_at')],
  },
  'licence-files': {
    every: 60,
    kept: () => licenceFileLifetime,
    rows: [oldestFirst('licence_files', ['licence_file_id'], 'expires_at')],
  },
  // By then no event and no reservation of the period is to come.
  'usage-counters': {
    every: 60,
    kept: () => 7 * day,
    rows: [
      oldestFirst(
        'usage_counters',
        ['subscription_id', 'dimension', 'subject', 'per', 'period_start'],
        'period_end',
      ),
      // A term of which no end is known ends with its subscription.
      pageByPage('usage_counters', ['subscription_id', 'dimension', 'subject', 'per', 'period_start'], {
        isInPage: () => sql`entry.period_end is null`,
        isOld: (moment, workspaceId) => sql`
          exists (
            select from subscriptions as subscription
            where subscription.workspace_id = ${workspaceId}
              and subscription.subscription_id = entry.subscription_id and subscription.ended_at < ${moment}
          )`,
      }),
    ],
  },
  'usage-drifts': {
    every: 10,
    kept: ({ usageReportDays }) => usageReportDays * day,
    rows: [
      pageByPage('usage_drifts', ['day', 'source_name', 'marketplace_subscription_id', 'dimension'], {
        isInPage: (moment) => sql`entry.day < (${moment}::timestamptz at time zone 'UTC')::date`,
      }),
    ],
  },
  // Done or not. A digest goes after the last of its notices.
  notices: {
    every: 10,
    kept: ({ noticeDays }) => noticeDays * day,
    rows: [
      pageByPage('notices', ['notice_id'], {
        isInPage: hasIdBefore('notice_id'),
        isOld: (moment) => sql`entry.raised_at < ${moment}`,
      }),
      pageByPage('mails', ['queued_at', 'mail_id'], {
        isInPage: (moment) => sql`entry.kind = 'SupportDigest' and entry.queued_at < ${moment}`,
        isOld: (_, workspaceId) => sql`
          not exists (
            select from notices as notice
            where notice.workspace_id = ${workspaceId} and notice.digest_id = entry.mail_id
          )`,
      }),
    ],
  },
  sessions: {
    every: 10,
    kept: () => maxSessionAge,
    rows: [
      atOnce('admin_sessions', 'created_at'),
      atOnce('sign_in_links', 'created_at'),
      atOnce('spent_sign_ins', 'spent_at'),
    ],
  },
  'purchase-visits': {
    every: 60,
    kept: () => wrongAccountLifetime,
    rows: [atOnce('purchase_visits', 'visited_at')],
  },
  'invitation-mails': {
    every: 60,
    kept: () => invitationMailLifetime,
    rows: [
      atOnce(
        'mails',
        'queued_at',
        (moment) => sql`kind = 'Invitation' and queued_at < ${moment}
          and (attempted_at is null or attempted_at < ${moment})`,
      ),
    ],
  },
  'at-risk-mails': {
    every: 60,
    kept: () => atRiskMailLifetime,
    rows: [
      atOnce(
        'mails',
        'queued_at',
        (moment) => sql`kind in ('CustomersAtRisk', 'UsageAlert') and queued_at < ${moment}`,
      ),
    ],
  },
  'signing-keys': {
    every: 60,
    kept: () => replacedKeyDays * day,
    rows: [atOnce('signing_keys', 'replaced_at')],
  },
  activity: {
    every: 60,
    kept: () => activityLifetime,
    rows: [atOnce('api_client_hours', 'hour')],
  },
  requests: {
    every: 10,
    kept: ({ requestLogDays }) => requestLogDays * day,
    rows: [oldestFirst('api_client_requests', ['api_client_id', 'entry_id'], 'requested_at')],
  },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type RetainedKind = keyof typeof retentionTable;

/** Ids begin with their time. */
function hasIdBefore(column: string) {
  return (moment: Date) => sql`${sql.ref(`entry.${column}`)} < ${lowestIdAt(moment)}`;
}

/** Whether another row of the same owner replaced it by the moment. */
function isReplaced(table: TableName, owner: readonly string[], number: string) {
  const ofEntry = (name: string) => sql`${sql.ref(`next.${name}`)} = ${sql.ref(`entry.${name}`)}`;
  return (moment: Date, workspaceId: string) => sql`(
    select next.recorded_at from ${sql.table(table)} as next
    where next.workspace_id = ${workspaceId} and ${sql.join(owner.map(ofEntry), sql` and `)}
      and ${sql.ref(`next.${number}`)} > ${sql.ref(`entry.${number}`)}
    order by ${sql.ref(`next.${number}`)}
    limit 1
  ) <= ${moment}`;
}

/** Whether a state of a subscription begins or changes a term: the periods of usage are counted from it. */
function beginsTerm(workspaceId: string): RawBuilder<unknown> {
  return sql`(entry.state ->> 'activatedAt' is not null and not exists (
    select from (
      select earlier.state from subscription_history as earlier
      where earlier.workspace_id = ${workspaceId} and earlier.subscription_id = entry.subscription_id
        and earlier.revision < entry.revision
      order by earlier.revision desc
      limit 1
    ) as previous
    where previous.state ->> 'activatedAt' = entry.state ->> 'activatedAt'
      and previous.state ->> 'validUntil' is not distinct from entry.state ->> 'validUntil'
  ))`;
}

function isNeitherPendingNorLogged(workspaceId: string): RawBuilder<unknown> {
  return sql`not exists (
    select from webhook_deliveries as delivery
    where delivery.workspace_id = ${workspaceId} and delivery.event_id = entry.event_id
      and (delivery.status = 'Pending' or delivery.first_attempted_at is not null or exists (
        select from webhook_attempts as attempt
        where attempt.workspace_id = ${workspaceId} and attempt.endpoint_id = delivery.endpoint_id
          and attempt.event_id = delivery.event_id
      ))
  )`;
}
