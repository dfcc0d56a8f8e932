import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { findConnectionView } from '../../storage/marketplace/connection-views.ts';
import { hasTenant } from '../../storage/subscriptions/customers.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** The page of one customer, at one connection. */
export interface CustomersPage {
  readonly connectionId: string;
  readonly tenantId: string;
}

/** Records that a workspace member begins to see the page of a customer. */
export async function beginCustomerView(
  context: ActionContext,
  workspaceId: string,
  { connectionId, tenantId }: CustomersPage,
  endsAt: Date,
): Promise<Refusal | undefined> {
  return context.database.transaction().execute(async (database) => {
    const connection = await findConnectionView(database, workspaceId, connectionId);
    if (!connection) return refuseUnknown('connectionId', 'marketplace connection');
    if (!(await hasTenant(database, workspaceId, tenantId))) return refuseUnknown('tenantId', 'customer');
    const { sourceName } = connection;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer.viewed',
      subject: { kind: 'Customer', id: tenantId },
      before: null,
      after: { sourceName, endsAt: endsAt.toISOString() },
    });
    return undefined;
  });
}
