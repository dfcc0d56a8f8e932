import { type RawBuilder, type Selectable, sql } from 'kysely';
import { lowestIdAt } from '../../core/identifiers.ts';
import { type Total, totalCeiling } from '../../core/values/total.ts';
import type {
  Actor,
  AuditAction,
  AuditedChange,
  AuditNote,
  AuditSubject,
} from '../../core/workspaces/audit.ts';
import type { Database } from '../database.ts';
import type { AuditEntries } from '../schema/tables.generated.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';

export interface AuditEntry extends AuditedChange {
  readonly entryId: string;
  readonly recordedAt: Date;
  readonly actor: Actor;
  readonly note: AuditNote;
}

export async function insertAuditEntry(
  database: Database,
  entry: AuditEntry & { readonly workspaceId: string },
): Promise<void> {
  await database
    .insertInto('audit_entries')
    .values({
      workspace_id: entry.workspaceId,
      entry_id: entry.entryId,
      recorded_at: entry.recordedAt,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      address: entry.actor.address,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      reason: entry.note.reason,
      product_revision: entry.note.productRevision,
      restored_revision: entry.note.restoredRevision,
    })
    .execute();
}

/** The object whose history is asked for, with the entries of all that belongs to it. */
interface AuditOwner {
  /** A slug: the product, its editions, plans and mappings, and its licence connection. */
  readonly product?: string | undefined;
  /** A slug, with `product`: the plan and its mappings. */
  readonly plan?: string | undefined;
  /** The customer, its organisation, members and subscriptions; with `product` its subscriptions of that product. */
  readonly tenantId?: string | undefined;
  /** The subscription, its seats and its usage reports. */
  readonly subscriptionId?: string | undefined;
  /** The client, its keys and its applications. */
  readonly apiClientId?: string | undefined;
}

export interface AuditFilter extends AuditOwner {
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** One of several. */
  readonly actions?: readonly AuditAction[] | undefined;
  readonly subjectKind?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export const auditOrder = new ListOrder({
  id: [{ column: sql`entry_id`, type: 'uuid', of: ({ entryId }: AuditEntry) => entryId }],
  idKey: 'recordedAt',
  columns: {},
  standard: '-recordedAt',
});

interface AuditPage extends AuditFilter, SortedPage<(typeof auditOrder.sorts)[number]> {}

/** A page of the log, newest first unless another order is asked for. */
export async function listAuditEntries(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: AuditPage,
): Promise<readonly AuditEntry[]> {
  const { isAfter, order } = auditOrder.select({ sort, after });
  const conditions = sql`${conditionOf(workspaceId, filter)} and ${isAfter}`;
  const page = sql`order by ${order} limit ${limit}`;
  const owners = ownersOf(workspaceId, filter);
  // Each owner reads its first entries from the index, however long the log is.
  const query = owners
    ? sql<Selectable<AuditEntries>>`
        select entry.* from (${owners}) as owners (owner)
        cross join lateral (
          select * from audit_entries where ${conditions} and ${ownerOfEntry} = owners.owner ${page}
        ) as entry ${page}`
    : sql<Selectable<AuditEntries>>`select * from audit_entries where ${conditions} ${page}`;
  return (await query.execute(database)).rows.map(entryFrom);
}

export function loadAuditTotal(database: Database, workspaceId: string, filter: AuditFilter): Promise<Total> {
  const condition = conditionOf(workspaceId, filter);
  const owners = ownersOf(workspaceId, filter);
  const counted = owners
    ? sql`select from (${owners}) as owners (owner)
        cross join lateral (
          select from audit_entries where ${condition} and ${ownerOfEntry} = owners.owner limit ${totalCeiling + 1}
        ) as entry`
    : sql`select from audit_entries where ${condition}`;
  return loadTotal(database, counted);
}

function conditionOf(workspaceId: string, filter: AuditFilter): RawBuilder<unknown> {
  const { actorId, action, actions, subjectKind, subjectId, product, plan, tenantId, from, until } = filter;
  const conditions = [sql`workspace_id = ${workspaceId}`];
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (actions !== undefined) conditions.push(sql`action = any(${[...actions]}::text[])`);
  if (subjectKind !== undefined) conditions.push(sql`subject_kind = ${subjectKind}`);
  if (subjectId !== undefined) conditions.push(sql`subject_id = ${subjectId}`);
  if (plan !== undefined && tenantId === undefined) {
    conditions.push(sql`subject_kind = 'Plan' and subject_id = ${`${product}/${plan}`}`);
  }
  // Ids begin with the time, so that a period is a range of the index.
  if (from !== undefined) conditions.push(sql`entry_id >= ${lowestIdAt(from)} and recorded_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`entry_id < ${lowestIdAt(until)} and recorded_at < ${until}`);
  return sql.join(conditions, sql` and `);
}

/** As the index `audit_entries_by_owner` has it. */
const ownerOfEntry = sql.raw(`(case
  when subject_kind in ('Product', 'Edition', 'Plan') then 'Product:' || split_part(subject_id, '/', 1)
  when subject_kind = 'IdpConnection' then 'Product:' || coalesce(after ->> 'product', before ->> 'product')
  when subject_kind in ('ApiKey', 'ApplicationCredential')
    then 'ApiClient:' || coalesce(after ->> 'apiClientId', before ->> 'apiClientId')
  when subject_kind = 'UsageReport'
    then 'Subscription:' || coalesce(after ->> 'subscriptionId', before ->> 'subscriptionId')
  when subject_kind = 'CustomerMember' or action = 'customer.exported'
    then 'Customer:' || coalesce(after ->> 'tenantId', before ->> 'tenantId')
  else subject_kind || ':' || subject_id
end)`);

/** Selects the owners whose entries are asked for; an entry has one owner. */
function ownersOf(workspaceId: string, owner: AuditOwner): RawBuilder<unknown> | undefined {
  const { product, plan, tenantId, subscriptionId, apiClientId } = owner;
  if (subscriptionId !== undefined) return ownerNamed('Subscription', subscriptionId);
  if (apiClientId !== undefined) return ownerNamed('ApiClient', apiClientId);
  if (tenantId !== undefined) return ownersOfCustomer(workspaceId, tenantId, product, plan);
  return product === undefined || plan !== undefined ? undefined : ownerNamed('Product', product);
}

const ownerNamed = (kind: AuditSubject, id: string) => sql`values (${`${kind}:${id}`}::text)`;

function ownersOfCustomer(workspaceId: string, tenantId: string, product?: string, plan?: string) {
  const ofTenant = sql`workspace_id = ${workspaceId} and tenant_id = ${tenantId}`;
  const subscriptions = sql`select 'Subscription:' || subscription_id from subscriptions where ${ofTenant}`;
  if (product === undefined) {
    return sql`${ownerNamed('Customer', tenantId)} union all ${subscriptions} union all
      select 'Organisation:' || organisation_id from tenants where ${ofTenant} and organisation_id is not null`;
  }
  const products = sql`select product_id from products where workspace_id = ${workspaceId} and slug = ${product}`;
  const ofProduct = sql`${subscriptions} and product_id in (${products})`;
  if (plan === undefined) return ofProduct;
  return sql`${ofProduct} and plan_id in (
    select plan_id from plans
    where workspace_id = ${workspaceId} and product_id in (${products}) and slug = ${plan})`;
}

function entryFrom(row: Selectable<AuditEntries>): AuditEntry {
  return {
    entryId: row.entry_id,
    recordedAt: row.recorded_at,
    actor: {
      kind: row.actor_kind as Actor['kind'],
      id: row.actor_id,
      name: row.actor_name,
      address: row.address,
    },
    action: row.action as AuditAction,
    subject: { kind: row.subject_kind as AuditSubject, id: row.subject_id },
    before: row.before as object | null,
    after: row.after as object | null,
    note: {
      reason: row.reason,
      productRevision: row.product_revision,
      restoredRevision: row.restored_revision,
    },
  };
}

/** The entries of the product's revisions in a period, in the order of the revisions. */
export async function listEntriesOfRevisions(
  database: Database,
  workspaceId: string,
  product: string,
  revisions: readonly { readonly revision: number; readonly recordedAt: Date }[],
): Promise<readonly AuditEntry[]> {
  const times = revisions.map(({ recordedAt }) => recordedAt.getTime());
  if (times.length === 0) return [];
  // The times bound the scan, and leave out an earlier product of the same slug.
  const [from, until] = [Math.min(...times), Math.max(...times) + 1].map((time) =>
    lowestIdAt(new Date(time)),
  );
  const { rows } = await sql<Selectable<AuditEntries>>`
    select * from audit_entries
    where workspace_id = ${workspaceId} and ${ownerOfEntry} = ${`Product:${product}`}
      and entry_id >= ${from} and entry_id < ${until}
      and product_revision = any(${revisions.map(({ revision }) => revision)}::integer[])
    order by product_revision, entry_id`.execute(database);
  return rows.map(entryFrom);
}
