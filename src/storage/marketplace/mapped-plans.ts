import type { LicenceModel } from '../../core/catalogue/catalogue.ts';
import type { MappedPlan } from '../../core/marketplace/notifications/alignment.ts';
import type { Database } from '../database.ts';

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
  const row = await database
    .selectFrom('marketplace_mappings as mapping')
    .innerJoin('plans as plan', (join) =>
      join
        .onRef('plan.workspace_id', '=', 'mapping.workspace_id')
        .onRef('plan.plan_id', '=', 'mapping.plan_id'),
    )
    .innerJoin('products as product', (join) =>
      join
        .onRef('product.workspace_id', '=', 'plan.workspace_id')
        .onRef('product.product_id', '=', 'plan.product_id'),
    )
    .leftJoin('product_logos as logo', (join) =>
      join
        .onRef('logo.workspace_id', '=', 'product.workspace_id')
        .onRef('logo.product_id', '=', 'product.product_id'),
    )
    .select([
      'logo.changed_at as logo_changed_at',
      'plan.product_id',
      'plan.plan_id',
      'plan.licence_model',
      'plan.billing_model',
      'plan.slug as plan',
      'product.slug as product',
      'plan.name as plan_name',
      'product.name as product_name',
      'product.application_url',
      'product.support_contact',
      'product.accent_colour',
    ])
    .where('mapping.workspace_id', '=', workspaceId)
    .where('mapping.source_name', '=', sourceName)
    .where('mapping.offer_id', '=', offerId)
    .where('mapping.marketplace_plan_id', '=', planId)
    .where('plan.status', '<>', 'Draft')
    .executeTakeFirst();
  return (
    row && {
      productId: row.product_id,
      planId: row.plan_id,
      hasSeats: row.billing_model === 'PerUser' || row.licence_model === 'Seats',
      product: row.product,
      plan: row.plan,
      productName: row.product_name,
      planName: row.plan_name,
      licenceModel: row.licence_model as LicenceModel,
      applicationUrl: row.application_url,
      supportContact: row.support_contact,
      accentColour: row.accent_colour,
      logoChangedAt: row.logo_changed_at,
    }
  );
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
      join
        .onRef('connection.workspace_id', '=', 'mapping.workspace_id')
        .onRef('connection.source_name', '=', 'mapping.source_name'),
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
    .innerJoin('plans as plan', (join) =>
      join
        .onRef('plan.workspace_id', '=', 'mapping.workspace_id')
        .onRef('plan.plan_id', '=', 'mapping.plan_id'),
    )
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
