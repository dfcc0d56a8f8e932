import { sql } from 'kysely';
import type { MappedOffer } from '../../core/marketplace/connections/connection-finding.ts';
import type { Database } from '../database.ts';

/** All plans mapped to a source, with their dimensions; without drafts, which are not for sale. */
export async function loadSourceMappings(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
): Promise<readonly MappedOffer[]> {
  const { rows } = await sql<MappedOffer>`
    select mapping.mapping_id as "mappingId", mapping.offer_id as "offerId", mapping.marketplace_plan_id as "planId", product.slug as product,
      plan.slug as plan, mapping.billing_model = 'PerUser' as "isPerUser",
      array(
        select dimension.dimension_id from meter_dimensions as dimension
        where dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
        order by dimension.dimension_id
      ) as dimensions
    from marketplace_mappings as mapping
    join plans as plan on plan.workspace_id = mapping.workspace_id and plan.plan_id = mapping.plan_id
    join products as product
      on product.workspace_id = plan.workspace_id and product.product_id = plan.product_id
    where mapping.workspace_id = ${workspaceId} and mapping.source_name = ${sourceName}
      and plan.status <> 'Draft'
    order by mapping.offer_id, mapping.marketplace_plan_id`.execute(database);
  return rows;
}
