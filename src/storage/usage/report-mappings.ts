import { sql } from 'kysely';
import type { ReportMapping } from '../../core/usage/notice.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { StoredReport } from './reports.ts';

/**
 * The mappings by which reports are sent, by report id: those of the product with the report's source and marketplace
 * plan. If two offers have the same plan id, the mapping of the subscription's own plan.
 */
export async function loadReportMappings(
  database: Database,
  workspaceId: string,
  reports: readonly Pick<StoredReport, 'report' | 'sourceName' | 'marketplacePlanId'>[],
): Promise<ReadonlyMap<string, ReportMapping>> {
  if (reports.length === 0) return new Map();
  const { rows } = await sql<{ report_id: string } & ReportMapping>`
    select distinct on (asked.report_id) asked.report_id, mapping.mapping_id as "mappingId",
      dimension.name as "dimensionName"
    from ${unnestRows('asked', reports, {
      report_id: ['uuid', ({ report }) => report.reportId],
      subscription_id: ['uuid', ({ report }) => report.subscriptionId],
      dimension: ['text', ({ report }) => report.dimension],
      source_name: 'text',
      marketplace_plan_id: 'text',
    })}
    join subscriptions as subscription
      on subscription.workspace_id = ${workspaceId} and subscription.subscription_id = asked.subscription_id
    join marketplace_mappings as mapping
      on mapping.workspace_id = ${workspaceId} and mapping.source_name = asked.source_name
      and mapping.marketplace_plan_id = asked.marketplace_plan_id
    join plans as plan
      on plan.workspace_id = ${workspaceId} and plan.plan_id = mapping.plan_id
      and plan.product_id = subscription.product_id
    left join meter_dimensions as dimension
      on dimension.workspace_id = ${workspaceId} and dimension.mapping_id = mapping.mapping_id
      and dimension.dimension_id = asked.dimension
    order by asked.report_id, plan.plan_id = subscription.plan_id desc, mapping.mapping_id`.execute(database);
  return new Map(rows.map(({ report_id, ...mapping }) => [report_id, mapping]));
}
