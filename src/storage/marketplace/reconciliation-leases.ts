import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import { kindsWhich } from '../../core/marketplace/connections/kinds.ts';
import type {
  ReconciliationResult,
  RequestedReconciliation,
} from '../../core/marketplace/notifications/reconciliation-state.ts';
import type { Database } from '../database.ts';
import { isUnleased } from '../sql/lease-queue.ts';

/** Subscriptions and usage are compared with the marketplace independently. */
export type Compared = 'subscriptions' | 'usage';

const columns = {
  subscriptions: { doneAt: 'reconciled_at', leasedUntil: 'reconciling_until' },
  usage: { doneAt: 'usage_reconciled_at', leasedUntil: 'usage_reconciling_until' },
} as const;

/** The kinds of marketplaces whose data can be read. */
const comparableKinds = {
  subscriptions: kindsWhich(({ canReadSubscriptions }) => canReadSubscriptions),
  usage: kindsWhich(({ canReadUsage }) => canReadUsage),
};

/**
 * Locks the unleased connection whose last comparison is oldest, if that was before `dueBefore` or a comparison was
 * requested. The lease of a failed comparison is only a pause, for which a request does not wait. It waits for a locked row instead of skipping it: the lock may be for the other comparison, and both start
 * at once with a node.
 */
export async function lockConnectionToCompare(
  database: Database,
  compared: Compared,
  now: Date,
  dueBefore: Date,
): Promise<MarketplaceSource | undefined> {
  const { doneAt, leasedUntil } = columns[compared];
  const row = await database
    .selectFrom('marketplace_connections')
    .select(['workspace_id', 'source_name'])
    .where('kind', 'in', comparableKinds[compared])
    .where(({ or, eb }) =>
      or([
        eb(doneAt, 'is', null),
        eb(doneAt, '<=', dueBefore),
        ...(compared === 'subscriptions' ? [eb('reconciliation_asked_at', 'is not', null)] : []),
      ]),
    )
    .where(({ or, and, eb }) =>
      or([
        isUnleased(now, leasedUntil),
        ...(compared === 'subscriptions'
          ? [
              and([
                eb('reconciliation_asked_at', 'is not', null),
                eb('reconciliation_failure', 'is not', null),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy(doneAt, (order) => order.asc().nullsFirst())
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, sourceName: row.source_name };
}

/** Takes or extends a lease, or ends it with `doneAt`. False: the lease does not expire at `from`. */
export async function updateComparison(
  database: Database,
  compared: Compared,
  { workspaceId, sourceName }: MarketplaceSource,
  {
    from,
    until,
    doneAt = null,
  }: {
    readonly from: Date | null;
    readonly until: Date | null;
    readonly doneAt?: Date | null;
  },
): Promise<boolean> {
  const names = columns[compared];
  const result = await database
    .updateTable('marketplace_connections')
    .set({ [names.leasedUntil]: until, ...(doneAt && { [names.doneAt]: doneAt }) })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .$if(from !== null, (query) => query.where(names.leasedUntil, '=', from))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Requests a comparison of the subscriptions; null clears the request. */
export async function updateComparisonRequest(
  database: Database,
  workspaceId: string,
  sourceName: string | null,
  askedAt: Date | null,
): Promise<number> {
  const result = await database
    .updateTable('marketplace_connections')
    .set({ reconciliation_asked_at: askedAt })
    .where('workspace_id', '=', workspaceId)
    .$if(sourceName !== null, (query) => query.where('source_name', '=', sourceName ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The comparison of a connection's subscriptions; undefined: there is no such connection. */
export async function loadReconciliation(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
): Promise<RequestedReconciliation | undefined> {
  const row = await database
    .selectFrom('marketplace_connections')
    .select(['reconciliation_asked_at', 'reconciling_until', 'reconciliation', 'reconciliation_failure'])
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .executeTakeFirst();
  return (
    row && {
      isRequested: row.reconciliation_asked_at !== null,
      leasedUntil: row.reconciling_until,
      result: row.reconciliation as ReconciliationResult | null,
      failure: row.reconciliation_failure,
    }
  );
}

/** Saves the result or the failure of a comparison. A failure keeps the previous result; null clears the failure. */
export async function saveReconciliation(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  outcome: { readonly result: ReconciliationResult } | { readonly failure: string | null },
): Promise<void> {
  await database
    .updateTable('marketplace_connections')
    .set(
      'result' in outcome
        ? { reconciliation: JSON.stringify(outcome.result), reconciliation_failure: null }
        : { reconciliation_failure: outcome.failure?.slice(0, 1_000) ?? null },
    )
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .execute();
}
