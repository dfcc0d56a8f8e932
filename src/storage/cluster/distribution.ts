import type { DB } from '../schema/tables.generated.ts';

/**
 * Where the rows of a table are on a Citus cluster. `distributed`: the rows of a workspace are together on one machine.
 * `reference`: every machine has all rows, for small tables that are also read without a workspace. `local`: only on the
 * coordinator.
 */
export type Placement = 'distributed' | 'reference' | 'local';

export type TableName = keyof DB;

/** Every table of the schema: `distribute` and, on a distributed database, `migrate` follow this list. */
export const placements: Readonly<Record<TableName, Placement>> = {
  admin_sessions: 'reference',
  api_client_hours: 'distributed',
  api_client_products: 'reference',
  api_client_refusals: 'distributed',
  api_client_requests: 'distributed',
  api_clients: 'reference',
  api_keys: 'reference',
  application_credentials: 'reference',
  audit_entries: 'distributed',
  catalogues: 'distributed',
  categories: 'distributed',
  customer_calls: 'distributed',
  editions: 'distributed',
  encryption_canary: 'local',
  entitlement_versions: 'distributed',
  entitlements: 'distributed',
  events: 'distributed',
  idempotent_answers: 'distributed',
  idp_connections: 'distributed',
  licence_files: 'distributed',
  mails: 'distributed',
  marketplace_connections: 'reference',
  marketplace_licences: 'distributed',
  marketplace_mappings: 'distributed',
  marketplace_notifications: 'distributed',
  marketplace_purchases: 'distributed',
  members: 'distributed',
  meter_dimensions: 'distributed',
  notices: 'distributed',
  organisations: 'distributed',
  plan_revisions: 'distributed',
  plans: 'distributed',
  product_categories: 'distributed',
  product_logos: 'distributed',
  product_revisions: 'distributed',
  product_versions: 'distributed',
  products: 'distributed',
  purchase_visits: 'distributed',
  schema_migrations: 'local',
  seat_reservations: 'distributed',
  seats: 'distributed',
  service_accounts: 'reference',
  sign_in_links: 'reference',
  signing_keys: 'distributed',
  spent_sign_ins: 'local',
  subscription_buyers: 'distributed',
  subscription_history: 'distributed',
  subscriptions: 'distributed',
  support_address_confirmations: 'reference',
  tenants: 'distributed',
  usage_counters: 'distributed',
  usage_drifts: 'distributed',
  usage_event_days: 'distributed',
  usage_events: 'distributed',
  usage_files: 'distributed',
  usage_hours: 'distributed',
  usage_leases: 'distributed',
  usage_limits: 'distributed',
  usage_periods: 'distributed',
  usage_queues: 'distributed',
  usage_remainders: 'distributed',
  usage_reports: 'distributed',
  usage_reservations: 'distributed',
  usage_unique_keys: 'distributed',
  webhook_attempts: 'distributed',
  webhook_deliveries: 'distributed',
  webhook_endpoint_products: 'distributed',
  webhook_endpoints: 'distributed',
  webhook_leases: 'distributed',
  webhook_past_deliveries: 'distributed',
  webhook_previous_secrets: 'distributed',
  workspace_members: 'reference',
  workspaces: 'reference',
};

/** Tables that are not of this version stay where they are. */
export function placementOf(name: string): Placement {
  return (placements as Readonly<Record<string, Placement | undefined>>)[name] ?? 'local';
}

/** The other distributed tables are placed with this one. */
export const firstDistributed: TableName = 'catalogues';

/** Citus enforces no foreign key from a table that every machine has to rows that one machine has. */
export function canEnforceForeignKey(from: Placement, to: Placement): boolean {
  return to !== 'distributed' || from === 'distributed';
}

/** A foreign key that a distributed database does not enforce: the actions keep it, `check-references` checks it. */
export interface UnenforcedReference {
  readonly table: TableName;
  readonly references: TableName;
  /** The same in both tables. */
  readonly columns: readonly string[];
}

export const unenforcedReferences: readonly UnenforcedReference[] = [
  { table: 'api_client_products', references: 'products', columns: ['workspace_id', 'product_id'] },
];
