import { comparedDays } from '../core/usage/drift.ts';
import { quantityToNumber } from '../core/values/quantity.ts';
import type { Database } from '../storage/database.ts';
import { listReports } from '../storage/usage/report-list.ts';
import { findWorkspaceBySlug } from '../storage/workspaces/workspaces.ts';
import { demoPublisher, demoWorkspaceSlug } from './identities.ts';

/** An accepted report, as it was sent to the marketplace. */
export interface AcceptedUsage {
  readonly sent: {
    readonly resourceId: string;
    readonly planId: string;
    readonly dimension: string;
    readonly quantity: number;
    readonly effectiveStartTime: string;
  };
  readonly at: Date;
}

/** The accepted usage of the days that are compared with Microsoft's marketplace. The emulator has no part in the history. */
export async function loadAcceptedUsage(database: Database, now: Date): Promise<readonly AcceptedUsage[]> {
  const workspace = await findWorkspaceBySlug(database, demoWorkspaceSlug);
  if (!workspace) throw new Error('The demo has not been seeded');
  const from = new Date(comparedDays(now).first);
  const filter = { status: 'Accepted', from, limit: 10_000 } as const;
  const reports = await listReports(database, workspace.workspaceId, filter, now);
  const own = reports.filter(({ sourceName }) => sourceName === demoPublisher.sourceName);
  return own.map(({ report, marketplaceSubscriptionId, marketplacePlanId }) => ({
    sent: {
      resourceId: marketplaceSubscriptionId ?? '',
      planId: marketplacePlanId,
      dimension: report.dimension,
      quantity: quantityToNumber(report.quantity),
      effectiveStartTime: report.hour.toISOString(),
    },
    at: report.decidedAt ?? now,
  }));
}
