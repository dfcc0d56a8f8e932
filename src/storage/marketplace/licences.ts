import { type Selectable, sql } from 'kysely';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import { erasedAccount, type LicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import type { LicenceEvent } from '../../core/marketplace/licences/licence-event.ts';
import type { MappedDimension } from '../../core/marketplace/licences/licence-plan.ts';
import type { Licence } from '../../core/marketplace/licences/licence-subscription.ts';
import type { Database } from '../database.ts';
import type { MarketplaceLicences } from '../schema/tables.generated.ts';

/** What a registration or an event tells of a licence; omitted members are not known. */
export interface SeenLicence extends Pick<Licence, 'licence' | 'productCode' | 'account'> {
  readonly agreementId?: string | null;
  readonly isFreeTrial?: boolean;
  readonly activeAt?: Date | null;
  readonly endedAt?: Date | null;
}

/**
 * Adds what is known of a licence. Its latest event names its agreement, and an end is final, so the order of events does
 * not matter. Undefined: the licence is known with another connection, product or account, which never change. An erased
 * account comes back only with a licence that goes on.
 */
export async function saveLicence(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  seen: SeenLicence,
  now: Date,
): Promise<Licence | undefined> {
  const { licence, productCode, account, agreementId, isFreeTrial, activeAt, endedAt } = seen;
  const { rows } = await sql<Selectable<MarketplaceLicences>>`
    insert into marketplace_licences as known (workspace_id, licence, source_name, product_code, account, agreement_id,
      is_free_trial, seen_at, active_at, ended_at)
    values (${workspaceId}, ${licence}, ${sourceName}, ${productCode}, ${account}, ${agreementId ?? null},
      ${isFreeTrial ?? false}, ${now}, ${activeAt ?? null}, ${endedAt ?? null})
    on conflict (workspace_id, licence) do update set
      account = case
        when known.account = ${erasedAccount} and coalesce(known.ended_at, excluded.ended_at) is null
        then excluded.account else known.account end,
      agreement_id = case
        when known.active_at is null or excluded.active_at >= known.active_at
        then coalesce(excluded.agreement_id, known.agreement_id) else known.agreement_id end,
      is_free_trial = known.is_free_trial or excluded.is_free_trial,
      active_at = greatest(known.active_at, excluded.active_at),
      ended_at = coalesce(known.ended_at, excluded.ended_at)
    where known.source_name = excluded.source_name and known.product_code = excluded.product_code
      and known.account in (excluded.account, ${erasedAccount})
    returning *`.execute(database);
  return rows[0] && licenceFrom(rows[0]);
}

const licencesOf = (database: Database, { workspaceId, sourceName }: MarketplaceSource) =>
  database
    .selectFrom('marketplace_licences as licence')
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName);

export async function findLicence(
  database: Database,
  source: MarketplaceSource,
  licence: string,
): Promise<Licence | undefined> {
  const row = await licencesOf(database, source)
    .selectAll()
    .where('licence', '=', licence)
    .executeTakeFirst();
  return row && licenceFrom(row);
}

/** The licences of a customer. */
export async function listLicencesOfTenant(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<readonly Licence[]> {
  const rows = await database
    .selectFrom('marketplace_licences')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .orderBy('licence')
    .execute();
  return rows.map(licenceFrom);
}

/** The latest licence of an agreement. */
export async function findLicenceOfAgreement(
  database: Database,
  source: MarketplaceSource,
  agreementId: string,
): Promise<Licence | undefined> {
  const row = await licencesOf(database, source)
    .selectAll()
    .where('agreement_id', '=', agreementId)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && licenceFrom(row);
}

/** A licence that has not ended, or whose subscription has not followed its end yet. */
const isOpen = sql<boolean>`(licence.ended_at is null or exists (
  select from subscriptions as subscription
  where subscription.workspace_id = licence.workspace_id
    and subscription.marketplace_subscription_id = licence.licence and subscription.ended_at is null
))`;

/** The source's open licences, of one product or of all. */
export async function listOpenLicences(
  database: Database,
  source: MarketplaceSource,
  productCode: string | null = null,
): Promise<readonly Licence[]> {
  const rows = await licencesOf(database, source)
    .selectAll()
    .$if(productCode !== null, (query) => query.where('product_code', '=', productCode ?? ''))
    .where(isOpen)
    .where('succeeded_by', 'is', null)
    .orderBy('licence')
    .execute();
  return rows.map(licenceFrom);
}

/** The agreements among these that a licence of the source belongs to. */
export async function findKnownAgreements(
  database: Database,
  source: MarketplaceSource,
  agreementIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (agreementIds.length === 0) return new Set();
  const rows = await licencesOf(database, source)
    .select('agreement_id')
    .where('agreement_id', '=', sql<string>`any(${agreementIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.agreement_id));
}

/** The products of the source's open licences. */
export async function listLicensedProducts(
  database: Database,
  source: MarketplaceSource,
): Promise<readonly string[]> {
  const rows = await licencesOf(database, source)
    .select('product_code')
    .distinct()
    .where(isOpen)
    .orderBy('product_code')
    .execute();
  return rows.map((row) => row.product_code);
}

/** Makes the tenant the customer of a licence. False: another tenant is. */
export async function saveLicenceCustomer(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  licence: string,
  tenantId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update marketplace_licences set tenant_id = ${tenantId}
    where workspace_id = ${workspaceId} and source_name = ${sourceName} and licence = ${licence}
      and coalesce(tenant_id, ${tenantId}) = ${tenantId}
    returning licence`.execute(database);
  return rows.length > 0;
}

export async function saveContract(
  database: Database,
  { workspaceId }: Pick<MarketplaceSource, 'workspaceId'>,
  licence: string,
): Promise<void> {
  await database
    .updateTable('marketplace_licences')
    .set({ is_contract: true })
    .where('workspace_id', '=', workspaceId)
    .where('licence', '=', licence)
    .where('is_contract', '=', false)
    .execute();
}

/** The subscription of a licence goes over to the licence that renews or replaces it. */
export async function saveSuccession(
  database: Database,
  { workspaceId }: Pick<MarketplaceSource, 'workspaceId'>,
  { from, to, tenantId }: { readonly from: string; readonly to: string; readonly tenantId: string },
): Promise<void> {
  await sql`
    update marketplace_licences
    set succeeded_by = case when licence = ${from} then ${to} else succeeded_by end,
      tenant_id = ${tenantId}
    where workspace_id = ${workspaceId} and licence in (${from}, ${to})`.execute(database);
  await sql`
    update subscriptions set marketplace_subscription_id = ${to}
    where workspace_id = ${workspaceId} and marketplace_subscription_id = ${from}`.execute(database);
}

/** The agreement that this one renews or replaces, as a stored event tells. */
export async function findPreviousAgreement(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  agreementId: string,
): Promise<string | null> {
  const { rows } = await sql<{ previous: string | null }>`
    select body -> 'detail' -> 'agreement' ->> 'previousAgreementId' as previous
    from marketplace_notifications
    where workspace_id = ${workspaceId} and source_name = ${sourceName}
      and marketplace_subscription_id = ${agreementId}
      and body -> 'detail' -> 'agreement' ->> 'previousAgreementId' is not null
    limit 1`.execute(database);
  return rows[0]?.previous ?? null;
}

/** How an agreement ended, as a stored event tells; null: no event has told it yet. */
export async function findAgreementEnd(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  agreementId: string,
): Promise<LicenceEvent['status']> {
  const { rows } = await sql<{ status: LicenceEvent['status'] }>`
    select upper(body -> 'detail' -> 'agreement' ->> 'status') as status
    from marketplace_notifications
    where workspace_id = ${workspaceId} and source_name = ${sourceName}
      and marketplace_subscription_id = ${agreementId}
      and lower(action) = 'purchase agreement ended'
    limit 1`.execute(database);
  return rows[0]?.status ?? null;
}

/** The dimensions of a product that published plans are mapped to. */
export async function loadMappedDimensions(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  productCode: string,
): Promise<readonly MappedDimension<string>[]> {
  const { rows } = await sql<MappedDimension<string>>`
    select mapping.marketplace_plan_id as dimension, coalesce(edition.rank, 0) as "editionRank",
      (plan.billing_model = 'PerUser' or plan.licence_model = 'Seats') as "isPerUser", plan.slug as plan
    from marketplace_mappings as mapping
    join plans as plan on plan.workspace_id = ${workspaceId} and plan.plan_id = mapping.plan_id
    left join editions as edition on edition.workspace_id = ${workspaceId} and edition.product_id = plan.product_id
      and edition.edition_id = plan.edition_id
    where mapping.workspace_id = ${workspaceId} and mapping.source_name = ${sourceName}
      and mapping.offer_id = ${productCode} and plan.status <> 'Draft'`.execute(database);
  return rows;
}

function licenceFrom(row: Selectable<MarketplaceLicences>): Licence {
  return {
    licence: row.licence as LicenceArn,
    sourceName: row.source_name,
    productCode: row.product_code,
    account: row.account,
    agreementId: row.agreement_id,
    isFreeTrial: row.is_free_trial,
    isContract: row.is_contract,
    tenantId: row.tenant_id,
    seenAt: row.seen_at,
    activeAt: row.active_at,
    endedAt: row.ended_at,
    succeededBy: row.succeeded_by,
  };
}
