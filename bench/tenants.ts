import pg from 'pg';
import { addProduct } from '../src/actions/catalogue/change-catalogue.ts';
import type { ActionContext } from '../src/actions/context.ts';
import type { MarketplaceMapping, Plan } from '../src/core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../src/core/catalogue/product-definition.ts';
import { accepted } from './accepted.ts';

/** Every tenant has the first product; every other tenant also the second. */
export const products = ['ledger', 'planner'] as const;

/** A customer of one of the workspaces. */
export interface BenchTenant {
  readonly workspaceId: string;
  readonly tenantId: string;
}

/** Adds tenants to the workspaces, each with a member with a seat, and subscriptions with their history. */
export async function addTenants(
  context: ActionContext,
  databaseUrl: string,
  workspaceIds: readonly string[],
  tenants: number,
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    for (const slug of products) accepted(await addProduct(context, workspaceId, definitionOf(slug)));
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Skips the foreign key checks, because the rows are valid by construction.
    await client.query('set session_replication_role = replica');
    await client.query('select set_config($1, $2, false)', ['bench.tenants', String(tenants)]);
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}

/** Some of the tenants, alternating between workspaces, so that the order is not that of an index. */
export async function someTenants(databaseUrl: string, maxCount: number): Promise<readonly BenchTenant[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<BenchTenant>(
      `select workspace_id as "workspaceId", tenant_id as "tenantId" from tenants
       order by row_number() over (partition by workspace_id order by md5(tenant_id::text)), workspace_id
       limit $1`,
      [maxCount],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** The object id of the tenant's member: the tenant id reversed. */
export function memberOf(tenantId: string): string {
  const digits = [...tenantId.replaceAll('-', '')].reverse().join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Ids are spread like the random ones of real tenants, so that no index is read in its order. */
const statements = [
  `insert into tenants (workspace_id, tenant_id, created_at)
   select workspace_id, md5('tenant ' || number)::uuid, now() - interval '30 days'
   from generate_series(1, current_setting('bench.tenants')::integer) as number
   join (
     select workspace_id, row_number() over (order by workspace_id) - 1 as place, count(*) over () as places
     from workspaces
   ) as workspace on place = number % places`,
  `insert into members (workspace_id, member_id, tenant_id, object_id, email, active, created_at)
   select workspace_id, md5('member ' || tenant_id)::uuid, tenant_id,
     reverse(replace(tenant_id::text, '-', ''))::uuid, 'somebody@' || left(tenant_id::text, 8) || '.example',
     true, created_at
   from tenants`,
  `insert into subscriptions (workspace_id, subscription_id, tenant_id, product_id, plan_id, source, status, quantity,
     is_trial, trial_ends_at, valid_until, renews_itself, created_at, activated_at, changed_at, revision,
     next_change_at)
   select tenant.workspace_id, md5(product.slug || tenant.tenant_id)::uuid, tenant.tenant_id, product.product_id,
     plan.plan_id, 'Direct', 'Active', 25, false, null, now() + interval '300 days', false, tenant.created_at,
     tenant.created_at, tenant.created_at, 1, now() + interval '300 days'
   from tenants as tenant
   join products as product on product.workspace_id = tenant.workspace_id
   join plans as plan on plan.product_id = product.product_id and plan.slug = 'team'
   where product.slug = '${products[0]}' or left(tenant.tenant_id::text, 1) < '8'`,
  `insert into subscription_history (workspace_id, subscription_id, revision, recorded_at, move, actor, state)
   select workspace_id, subscription_id, 1, created_at, 'create', 'bench', jsonb_build_object(
     'workspaceId', workspace_id, 'subscriptionId', subscription_id, 'tenantId', tenant_id,
     'productId', product_id, 'planId', plan_id, 'source', source, 'marketplaceSubscriptionId', null,
     'status', status, 'quantity', quantity, 'isTrial', is_trial, 'trialEndsAt', null, 'validUntil', valid_until,
     'renewsItself', renews_itself, 'createdAt', created_at, 'activatedAt', activated_at, 'suspendedAt', null,
     'cancelledAt', null, 'endedAt', null, 'changedAt', changed_at)
   from subscriptions`,
  `insert into seats (workspace_id, subscription_id, tenant_id, member_id, assigned_at)
   select workspace_id, subscription_id, tenant_id, md5('member ' || tenant_id)::uuid, created_at
   from subscriptions`,
  `insert into entitlements (workspace_id, product_id, tenant_id, version, recorded_at)
   select workspace_id, product_id, tenant_id, 1, created_at from subscriptions`,
  `insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
   select workspace_id, product_id, tenant_id, version, recorded_at from entitlements`,
];

export function definitionOf(slug: string): ProductDefinition {
  return {
    slug,
    name: `The ${slug}`,
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [
      { slug: 'standard', name: 'Standard', rank: 10 },
      { slug: 'premium', name: 'Premium', rank: 20 },
    ],
    plans: [
      { ...planOf('team', 'standard', 'Seats'), marketplace: [mappingOf(slug)] },
      planOf('company', 'premium', 'TenantWide'),
    ],
  };
}

/** A dimension that is fed by events. */
function mappingOf(offerId: string): MarketplaceMapping {
  const meter = { intake: 'Events', aggregation: 'Sum', included: { quantity: 100, per: 'Month' } } as const;
  const dimensions = [{ id: 'rows', name: 'Rows', unit: 'row', ...meter }];
  return { sourceName: 'Shop', offerId, planId: 'team', dimensions };
}

function planOf(slug: string, edition: string, licenceModel: Plan['licenceModel']): Plan {
  return {
    slug,
    name: `Plan ${slug}`,
    status: 'Published',
    edition,
    licenceModel,
    billingModel: 'FlatRate',
    capabilities: { 'audit-log': true, exports: true, 'single-sign-on': edition === 'premium' },
    limits: {},
    serviceIdentifier: null,
    marketplace: [],
  };
}
