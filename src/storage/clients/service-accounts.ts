import { type Selectable, sql } from 'kysely';
import type { ServiceAccount } from '../../core/clients/service-account.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { Database } from '../database.ts';
import type { ServiceAccounts } from '../schema/tables.generated.ts';
import { violatesUnique } from '../schema/violated-constraint.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';

/** An account with the last use of any of its keys. */
export interface ServiceAccountView extends ServiceAccount {
  readonly lastUsedAt: Date | null;
}

export async function insertServiceAccount(database: Database, account: ServiceAccount): Promise<void> {
  await database
    .insertInto('service_accounts')
    .values({
      workspace_id: account.workspaceId,
      service_account_id: account.serviceAccountId,
      name: account.name,
      role: account.role,
      created_at: account.createdAt,
    })
    .execute();
}

/** Whether an insert failed because the workspace has a service account with this name. */
export function isServiceAccountNameTaken(error: unknown): boolean {
  return violatesUnique(error, 'service_accounts_by_name');
}

/** Locks the account until the transaction ends, so that it is not removed meanwhile. */
export async function lockServiceAccount(
  database: Database,
  workspaceId: string,
  serviceAccountId: string,
): Promise<ServiceAccount | undefined> {
  const row = await database
    .selectFrom('service_accounts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('service_account_id', '=', serviceAccountId)
    .forUpdate()
    .executeTakeFirst();
  return row && serviceAccountFrom(row);
}

/** Its keys are deleted with it. */
export async function deleteServiceAccount(
  database: Database,
  { workspaceId, serviceAccountId }: Pick<ServiceAccount, 'workspaceId' | 'serviceAccountId'>,
): Promise<void> {
  await database
    .deleteFrom('service_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('service_account_id', '=', serviceAccountId)
    .execute();
}

const lastUse = sql<Date | null>`(
  select max(last_used_at) from api_keys as key
  where key.workspace_id = account.workspace_id and key.service_account_id = account.service_account_id
)`;

const selectViews = (database: Database, workspaceId: string) =>
  database
    .selectFrom('service_accounts as account')
    .selectAll('account')
    .select(lastUse.as('last_used_at'))
    .where('account.workspace_id', '=', workspaceId);

export const serviceAccountOrder = new ListOrder({
  id: [
    {
      column: sql`account.service_account_id`,
      type: 'uuid',
      of: ({ serviceAccountId }: ServiceAccountView) => serviceAccountId,
    },
  ],
  idKey: 'createdAt',
  columns: {
    name: { column: sql`account.name`, type: 'text', of: ({ name }) => name },
    role: { column: sql`account.role`, type: 'text', of: ({ role }) => role },
    lastUsedAt: {
      column: sql`coalesce(${lastUse}, '-infinity')`,
      type: 'timestamptz',
      of: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? '-infinity',
    },
  },
  standard: '-createdAt',
});

interface ServiceAccountFilter {
  /** Part of a name. */
  readonly search?: string | undefined;
}

/** A page of the workspace's accounts, newest first unless another order is asked for. */
export async function listServiceAccountViews(
  database: Database,
  workspaceId: string,
  { search, ...page }: SortedPage<(typeof serviceAccountOrder.sorts)[number]> & ServiceAccountFilter,
): Promise<readonly ServiceAccountView[]> {
  const query = selectViews(database, workspaceId).where(matches({ search }));
  const rows = await serviceAccountOrder.pageOf(query, page);
  return rows.map(viewFrom);
}

export const loadServiceAccountTotal = (
  database: Database,
  workspaceId: string,
  filter: ServiceAccountFilter,
) =>
  loadTotal(
    database,
    sql`select from service_accounts as account where account.workspace_id = ${workspaceId} and ${matches(filter)}`,
  );

const matches = ({ search }: ServiceAccountFilter) => containsText(search, sql`account.name`);

export async function findServiceAccountView(
  database: Database,
  workspaceId: string,
  serviceAccountId: string,
): Promise<ServiceAccountView | undefined> {
  const row = await selectViews(database, workspaceId)
    .where('account.service_account_id', '=', serviceAccountId)
    .executeTakeFirst();
  return row && viewFrom(row);
}

function viewFrom(
  row: Selectable<ServiceAccounts> & { readonly last_used_at: Date | null },
): ServiceAccountView {
  return { ...serviceAccountFrom(row), lastUsedAt: row.last_used_at };
}

export function serviceAccountFrom(row: Selectable<ServiceAccounts>): ServiceAccount {
  return {
    workspaceId: row.workspace_id,
    serviceAccountId: row.service_account_id,
    name: row.name,
    role: row.role as MemberRole,
    createdAt: row.created_at,
  };
}

export interface EndingServiceAccountKey {
  readonly workspaceId: string;
  readonly serviceAccountId: string;
  readonly account: string;
  readonly keyId: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Active keys that expire by the moment, unless their account has a key that lives longer, as after a rotation. */
export async function findServiceAccountKeysEndingBefore(
  database: Database,
  moment: Date,
  now: Date,
): Promise<readonly EndingServiceAccountKey[]> {
  const { rows } = await sql<EndingServiceAccountKey>`
    select key.workspace_id as "workspaceId", key.service_account_id as "serviceAccountId", account.name as account,
      key.key_id as "keyId", key.name, key.created_at as "createdAt", key.expires_at as "expiresAt"
    from api_keys as key
    join service_accounts as account
      on account.workspace_id = key.workspace_id and account.service_account_id = key.service_account_id
    where key.revoked_at is null and key.expires_at > ${now} and key.expires_at <= ${moment}
      and not exists (
        select from api_keys as other
        where other.workspace_id = key.workspace_id and other.service_account_id = key.service_account_id
          and other.revoked_at is null and other.expires_at > key.expires_at
      )
    order by key.workspace_id, key.key_id`.execute(database);
  return rows;
}
