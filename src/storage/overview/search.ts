import { sql } from 'kysely';
import type { PublicationStatus } from '../../core/catalogue/catalogue.ts';
import { isUuid } from '../../core/identifiers.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { Database } from '../database.ts';
import { containing } from '../subscriptions/customer-list.ts';

export interface FoundProduct {
  readonly slug: string;
  readonly name: string;
  readonly status: PublicationStatus;
}

/** By part of the slug or the name. */
export async function findProductsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`
    select slug, name, status from products
    where workspace_id = ${workspaceId} and (slug ilike ${containing(text)} or name ilike ${containing(text)})
    order by slug
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundApiClient {
  readonly apiClientId: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** By part of the name, by id, or by the visible part of a key. */
export async function findApiClientsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundApiClient[]> {
  const { rows } = await sql<FoundApiClient>`
    select api_client_id as "apiClientId", name, enabled from api_clients
    where workspace_id = ${workspaceId} and (
      name ilike ${containing(text)} or api_client_id = ${isUuid(text) ? text : null}::uuid
      or api_client_id in (select api_client_id from api_keys where workspace_id = ${workspaceId} and key_id = ${text})
    )
    order by name, api_client_id
    limit ${limit}`.execute(database);
  return rows;
}

export interface FoundServiceAccount {
  readonly serviceAccountId: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** By part of the name, by id, or by the visible part of a key. */
export async function findServiceAccountsNamed(
  database: Database,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<readonly FoundServiceAccount[]> {
  const { rows } = await sql<FoundServiceAccount>`
    select service_account_id as "serviceAccountId", name, role from service_accounts
    where workspace_id = ${workspaceId} and (
      name ilike ${containing(text)} or service_account_id = ${isUuid(text) ? text : null}::uuid
      or service_account_id in (
        select service_account_id from service_account_keys where workspace_id = ${workspaceId} and key_id = ${text}
      )
    )
    order by name, service_account_id
    limit ${limit}`.execute(database);
  return rows;
}
