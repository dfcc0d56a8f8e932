import { sql } from 'kysely';
import type { LicenceModel } from '../../core/catalogue/catalogue.ts';
import type { MappedPlan } from '../../core/marketplace/notifications/alignment.ts';
import type { Database } from '../database.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';

/** A plan with its marketplace mapping. */
export interface StoredMappedPlan extends MappedPlan {
  /** Slug. */
  readonly product: string;
  readonly plan: string;
  readonly productName: string;
  readonly planName: string;
  readonly licenceModel: LicenceModel;
  /** The product's application URL; null when there are several or none. */
  readonly applicationUrl: string | null;
  readonly supportContact: string | null;
  readonly accentColour: string | null;
  /** Null without a logo. */
  readonly logoChangedAt: Date | null;
}

/** The marketplace's identifiers of a plan within a source. */
export interface MarketplacePlanName {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly offerId: string;
  readonly planId: string;
}

/** The mapped plan; undefined for a draft, which is not for sale. */
export async function findMappedPlan(
  database: Database,
  { workspaceId, sourceName, offerId, planId }: MarketplacePlanName,
): Promise<StoredMappedPlan | undefined> {
  return database
    .selectFrom('marketplace_mappings as mapping')
    .innerJoin('plans as plan', (join) => join.on(sameInWorkspace('plan', 'mapping', 'plan_id')))
    .innerJoin('products as product', (join) => join.on(sameInWorkspace('product', 'plan', 'product_id')))
    .leftJoin('product_logos as logo', (join) => join.on(sameInWorkspace('logo', 'product', 'product_id')))
    .select([
      'plan.product_id as productId',
      'plan.plan_id as planId',
      sql<boolean>`plan.billing_model = 'PerUser' or plan.licence_model = 'Seats'`.as('hasSeats'),
      'product.slug as product',
      'plan.slug as plan',
      'product.name as productName',
      'plan.name as planName',
      'plan.licence_model as licenceModel',
      'product.application_url as applicationUrl',
      'product.support_contact as supportContact',
      'product.accent_colour as accentColour',
      'logo.changed_at as logoChangedAt',
    ])
    .where('mapping.workspace_id', '=', workspaceId)
    .where('mapping.source_name', '=', sourceName)
    .where('mapping.offer_id', '=', offerId)
    .where('mapping.marketplace_plan_id', '=', planId)
    .where('plan.status', '<>', 'Draft')
    .$narrowType<{ licenceModel: LicenceModel }>()
    .executeTakeFirst();
}

/** Connected sources through which a plan is sold. */
export async function findSourcesOfPlan(
  database: Database,
  workspaceId: string,
  planId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('marketplace_mappings as mapping')
    .innerJoin('marketplace_connections as connection', (join) =>
      join.on(sameInWorkspace('connection', 'mapping', 'source_name')),
    )
    .select('mapping.source_name')
    .distinct()
    .where('mapping.workspace_id', '=', workspaceId)
    .where('mapping.plan_id', '=', planId)
    .orderBy('mapping.source_name')
    .execute();
  return rows.map((row) => row.source_name);
}

/** The marketplace's id of a plan within an offer. */
export async function findMarketplacePlanId(
  database: Database,
  offer: Omit<MarketplacePlanName, 'planId'>,
  productId: string,
  plan: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('marketplace_mappings as mapping')
    .innerJoin('plans as plan', (join) => join.on(sameInWorkspace('plan', 'mapping', 'plan_id')))
    .select('mapping.marketplace_plan_id')
    .where('mapping.workspace_id', '=', offer.workspaceId)
    .where('mapping.source_name', '=', offer.sourceName)
    .where('mapping.offer_id', '=', offer.offerId)
    .where('plan.product_id', '=', productId)
    .where('plan.slug', '=', plan)
    .where('plan.status', '<>', 'Draft')
    .orderBy('mapping.marketplace_plan_id')
    .executeTakeFirst();
  return row?.marketplace_plan_id;
}
