import { sql } from 'kysely';
import { erasedAccount } from '../../core/marketplace/licences/licence-address.ts';
import { visitorId } from '../../core/workspaces/visitor.ts';
import type { Database } from '../database.ts';

/** The members whose personal data is erased: some of a tenant, or all of it. */
export interface DataSubjects {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly members: readonly { readonly memberId: string; readonly objectId: string }[] | 'all';
}

export interface MemberSeat {
  readonly subscriptionId: string;
  readonly product: string;
  readonly plan: string;
  readonly assignedAt: Date;
}

/** The member's seats, in the lock order of subscriptions. */
export async function listSeatsOfMember(
  database: Database,
  workspaceId: string,
  memberId: string,
): Promise<readonly MemberSeat[]> {
  const { rows } = await sql<MemberSeat>`
    select seat.subscription_id as "subscriptionId", product.slug as product, plan.slug as plan,
      seat.assigned_at as "assignedAt"
    from seats as seat
    join subscriptions as subscription using (workspace_id, subscription_id)
    join products as product using (workspace_id, product_id)
    join plans as plan
      on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
    where seat.workspace_id = ${workspaceId} and seat.member_id = ${memberId}
    order by seat.subscription_id`.execute(database);
  return rows;
}

/** Removes personal data from the audit log; the entries stay. */
export async function eraseFromAuditLog(database: Database, traces: DataSubjects): Promise<void> {
  const { workspaceId, tenantId, members } = traces;
  const ids = members === 'all' ? null : members.map(({ memberId }) => memberId);
  const isSubject = (subjectId: ReturnType<typeof sql>) =>
    ids === null
      ? sql`${subjectId} in (select member_id::text from members
          where workspace_id = ${workspaceId} and tenant_id = ${tenantId})`
      : sql`${subjectId} = any(${ids}::text[])`;
  await sql`
    update audit_entries set before = null, after = null
    where workspace_id = ${workspaceId} and subject_kind = 'CustomerMember' and ${isSubject(sql`subject_id`)}`.execute(
    database,
  );
  const addresses = sql`(select lower(email) from members
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and member_id::text = any(${ids}::text[]))`;
  await sql`
    update audit_entries set before = null, after = null
    where workspace_id = ${workspaceId} and subject_kind = 'Customer' and subject_id = ${tenantId}
      and ${
        ids === null
          ? sql`true`
          : sql`(lower(before ->> 'contactEmail') in ${addresses} or lower(after ->> 'contactEmail') in ${addresses})`
      }`.execute(database);
  const withoutPeople = (side: ReturnType<typeof sql>) => sql`
    case when ${side} ? 'members' then jsonb_set(${side}, '{members}', (
      select coalesce(jsonb_agg(
        case when ${isSubject(sql`member ->> 'memberId'`)} then jsonb_set(member, '{email}', 'null') else member end
      ), '[]') from jsonb_array_elements(${side} -> 'members') as member
    )) else ${side} end`;
  await sql`
    update audit_entries set before = ${withoutPeople(sql`before`)}, after = ${withoutPeople(sql`after`)}
    where workspace_id = ${workspaceId} and subject_kind = 'Subscription'
      and subject_id in (select subscription_id::text from subscriptions
        where workspace_id = ${workspaceId} and tenant_id = ${tenantId})
      and (before ? 'members' or after ? 'members')`.execute(database);
}

/** Removes personal data from marketplace notifications, except those that are still to be applied. */
export async function eraseFromNotifications(database: Database, traces: DataSubjects): Promise<void> {
  const { workspaceId, tenantId, members } = traces;
  const objectIds = members === 'all' ? null : members.map(({ objectId }) => objectId);
  const without = (person: 'beneficiary' | 'purchaser') => {
    const path = sql.lit(`{subscription,${person}}`);
    const isSubject =
      objectIds === null
        ? sql`true`
        : sql`lower(body #>> ${sql.lit(`{subscription,${person},objectId}`)}) = any(${objectIds}::text[])`;
    return sql`case when ${isSubject} then ${path}::text[] else '{}'::text[] end`;
  };
  await sql`
    update marketplace_notifications set body = body #- ${without('beneficiary')} #- ${without('purchaser')}
    where workspace_id = ${workspaceId} and state <> 'Received'
      and marketplace_subscription_id in (select marketplace_subscription_id from subscriptions
        where workspace_id = ${workspaceId} and tenant_id = ${tenantId})`.execute(database);
}

/**
 * Removes the numbers of a customer's accounts from its licences and the events about them, except from those that are still to be
 * followed. A licence that can still be sold to the customer keeps its number.
 */
export async function eraseFromLicences(
  database: Database,
  { workspaceId, tenantId }: Pick<DataSubjects, 'workspaceId' | 'tenantId'>,
): Promise<void> {
  const isOfCustomer = sql`
    licence.workspace_id = ${workspaceId} and licence.tenant_id = ${tenantId}
      and (licence.ended_at is not null or licence.succeeded_by is not null or exists (
        select from subscriptions as subscription
        where subscription.workspace_id = ${workspaceId} and subscription.marketplace_subscription_id = licence.licence
      ))`;
  await sql`
    update marketplace_notifications as notification set body = body #- '{detail,acceptor}'
    from marketplace_licences as licence
    where ${isOfCustomer} and notification.workspace_id = ${workspaceId}
      and notification.source_name = licence.source_name and notification.state <> 'Received'
      and notification.body #>> '{detail,acceptor,accountId}' = licence.account`.execute(database);
  await sql`update marketplace_licences as licence set account = ${erasedAccount} where ${isOfCustomer}`.execute(
    database,
  );
}

/** Removes e-mail addresses from events; member and object ids stay for the receivers. */
export async function eraseFromEvents(database: Database, traces: DataSubjects): Promise<void> {
  const { workspaceId, tenantId, members } = traces;
  const ids =
    members === 'all'
      ? sql`(select member_id::text from members where workspace_id = ${workspaceId} and tenant_id = ${tenantId})`
      : sql`(select unnest(${members.map(({ memberId }) => memberId)}::text[]))`;
  await sql`
    update events set data = jsonb_set(data, '{member,email}', 'null')
    where workspace_id = ${workspaceId} and data ? 'member' and data #>> '{member,memberId}' in ${ids}`.execute(
    database,
  );
}

/**
 * Removes the people from the buyers of subscriptions and the contact of the customer, their reserved seats and the mails
 * about them, and their names and object ids from the audit log and from ceilings that they set. The notes go with the whole
 * customer.
 */
export async function eraseAccounts(
  database: Database,
  { workspaceId, tenantId, members }: DataSubjects,
): Promise<void> {
  const ids = members === 'all' ? null : members.map(({ objectId }) => objectId);
  const isSubject = ids === null ? sql`true` : sql`object_id = any(${ids}::uuid[])`;
  await sql`
    update subscription_buyers set object_id = null
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${isSubject}`.execute(database);
  const addresses = sql`(select lower(email) from members
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${isSubject})`;
  await sql`
    delete from seat_reservations
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
      and ${ids === null ? sql`true` : sql`email in ${addresses}`}`.execute(database);
  await sql`
    delete from mails
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
      and ${
        ids === null
          ? sql`true`
          : sql`(facts ->> 'address' in ${addresses} or lower(facts ->> 'givenBy') in ${addresses}
        or exists (select from unnest(recipients) as recipient where lower(recipient) in ${addresses}))`
      }`.execute(database);
  // A visitor is named by the user name, or by the name and the user name in parentheses.
  await sql`
    update usage_limits set actor = 'Erased customer'
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and set_by = 'Customer'
      and regexp_replace(lower(actor), '^.* \\((.*)\\)$', '\\1') in ${addresses}`.execute(database);
  await sql`
    update marketplace_purchases set buyer_email = null
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
      and ${ids === null ? sql`true` : sql`lower(buyer_email) in ${addresses}`}`.execute(database);
  await sql`
    delete from purchase_visits
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${isSubject}`.execute(database);
  await sql`
    update tenants set contact_name = null, contact_email = null, contact_phone = null,
      notes = case when ${ids === null} then null else notes end, revision = revision + 1
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}
      and ${ids === null ? sql`true` : sql`lower(contact_email) in ${addresses}`}`.execute(database);
  const actors =
    ids === null
      ? sql`actor_id like ${`${tenantId} %`}`
      : sql`actor_id = any(${ids.map((objectId) => visitorId({ tenantId, objectId }))}::text[])`;
  // The member id is of no row any more: a pseudonym, which tells which changes one person made.
  const pseudonym = sql`coalesce((select member_id::text from members
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and object_id::text = split_part(actor_id, ' ', 2)), 'erased')`;
  await sql`
    update audit_entries
    set actor_id = ${`${tenantId} `} || ${pseudonym}, actor_name = 'Erased customer', address = null
    where workspace_id = ${workspaceId} and actor_kind = 'Visitor' and ${actors}`.execute(database);
  await eraseFromFiles(database, { workspaceId, tenantId, members });
}

/** Removes the people from the licence files that they issued or revoked and the usage files that they uploaded. */
async function eraseFromFiles(
  database: Database,
  { workspaceId, tenantId, members }: DataSubjects,
): Promise<void> {
  const ids = members === 'all' ? null : members.map(({ objectId }) => visitorId({ tenantId, objectId }));
  const places = [
    ['licence_files', 'issued_by'],
    ['licence_files', 'revoked_by'],
    ['usage_files', 'uploaded_by'],
  ] as const;
  for (const [table, actor] of places) {
    const [kind, id, name] = ['kind', 'id', 'name'].map((part) => sql.ref(`${actor}_${part}`));
    await sql`
      update ${sql.table(table)} set ${id} = ${`${tenantId} erased`}, ${name} = 'Erased customer'
      where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and ${kind} = 'Visitor'
        and ${ids === null ? sql`true` : sql`${id} = any(${ids}::text[])`}`.execute(database);
  }
}

export async function deleteMembers(database: Database, traces: DataSubjects): Promise<void> {
  const { workspaceId, tenantId, members } = traces;
  let query = database
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId);
  if (members !== 'all') {
    query = query.where(
      'member_id',
      'in',
      members.map(({ memberId }) => memberId),
    );
  }
  await query.execute();
}

/** Counts the tenant's subscriptions that have not ended, and blocks new ones until the transaction ends. */
export async function lockLiveSubscriptions(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<number | undefined> {
  const tenant = await database
    .selectFrom('tenants')
    .select('tenant_id')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  if (!tenant) return undefined;
  const rows = await database
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('status', 'not in', ['Cancelled', 'Expired'])
    .execute();
  return rows.length;
}

/** Deletes when applications last asked about the tenant. */
export async function deleteCalls(database: Database, workspaceId: string, tenantId: string): Promise<void> {
  await database
    .deleteFrom('customer_calls')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Removes the tenant from its organisation; deletes an organisation without tenants, with its name. */
export async function releaseTenant(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<void> {
  const { rows } = await sql<{ organisation_id: string | null }>`
    select organisation_id from tenants where workspace_id = ${workspaceId} and tenant_id = ${tenantId}`.execute(
    database,
  );
  const organisationId = rows[0]?.organisation_id;
  if (!organisationId) return;
  await sql`
    update tenants set organisation_id = null
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId}`.execute(database);
  await sql`
    delete from organisations
    where workspace_id = ${workspaceId} and organisation_id = ${organisationId} and not exists (
      select from tenants where workspace_id = ${workspaceId} and organisation_id = ${organisationId}
    )`.execute(database);
}
