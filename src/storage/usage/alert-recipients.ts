import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The administrators of a customer. */
interface AlertRecipients {
  readonly tenantId: string;
  readonly addresses: readonly string[];
}

/**
 * The addresses of the active administrators of each subscription's tenant, those that were added first. Empty if the workspace
 * does not mail alerts.
 */
export async function listAlertRecipients(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, AlertRecipients>> {
  const { rows } = await sql<AlertRecipients & { subscriptionId: string }>`
    select subscription.subscription_id as "subscriptionId", subscription.tenant_id as "tenantId",
      array(
        select member.email from members as member
        where member.workspace_id = ${workspaceId}::uuid and member.tenant_id = subscription.tenant_id
          and member.is_administrator and member.active and member.email is not null
        order by member.member_id
        limit ${limit}
      ) as addresses
    from subscriptions as subscription
    join workspaces as workspace
      on workspace.workspace_id = subscription.workspace_id and workspace.mails_usage_alerts
    where subscription.workspace_id = ${workspaceId}::uuid
      and subscription.subscription_id = any (${[...subscriptionIds]}::uuid[])`.execute(database);
  return new Map(
    rows
      .filter(({ addresses }) => addresses.length > 0)
      .map(({ subscriptionId, ...recipients }) => [subscriptionId, recipients]),
  );
}

/** The connection on whose customer's page the subscription is shown; undefined: none. */
export async function findAccountConnectionId(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ connection_id: string }>`
    select connection.connection_id
    from subscriptions as subscription
    join marketplace_mappings as mapping
      on mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
    join marketplace_connections as connection
      on connection.workspace_id = mapping.workspace_id and connection.source_name = mapping.source_name
    where subscription.workspace_id = ${workspaceId}::uuid and subscription.subscription_id = ${subscriptionId}::uuid
    order by connection.source_name
    limit 1`.execute(database);
  return rows[0]?.connection_id;
}
