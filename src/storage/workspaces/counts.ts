import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Counts for the limits of a workspace. Lock the workspace's row first, so that no concurrent transaction adds rows.
 */

/** URLs of its endpoints, disabled ones included. */
export async function loadEndpointUrls(database: Database, workspaceId: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('webhook_endpoints')
    .select('url')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ url }) => url);
}

/** Includes disabled clients, which can be enabled again. */
export async function countApiClients(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('api_clients')
    .select(counted)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Includes unverified ones. */
export async function countApplicationCredentials(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<number> {
  const { count } = await database
    .selectFrom('application_credentials')
    .select(counted)
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countConnections(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('marketplace_connections')
    .select(counted)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Includes expired invitations, which can be renewed. */
export async function countMembers(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('workspace_members')
    .select(counted)
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

const counted = sql<number>`count(*)::integer`.as('count');

export async function countServiceAccounts(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('service_accounts')
    .select(counted)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return count;
}
