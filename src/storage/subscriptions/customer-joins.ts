import { sql } from 'kysely';

/** The join conditions from a subscription to its customer, for tables under these aliases. */

export const isTenantOfSubscription = sql<boolean>`
  tenant.workspace_id = subscription.workspace_id and tenant.tenant_id = subscription.tenant_id`;

/** A left join: a tenant may have no organisation. */
export const isOrganisationOfTenant = sql<boolean>`
  organisation.workspace_id = tenant.workspace_id and organisation.organisation_id = tenant.organisation_id`;
