import type { Database } from '../database.ts';
import { isUnleased } from '../lease-queue.ts';

/** What of a connection is compared with the marketplace, each at its own pace. */
export type Compared = 'subscriptions' | 'usage';

const columns = {
  subscriptions: { doneAt: 'reconciled_at', leasedUntil: 'reconciling_until' },
  usage: { doneAt: 'usage_reconciled_at', leasedUntil: 'usage_reconciling_until' },
} as const;

interface Connection {
  readonly workspaceId: string;
  readonly sourceName: string;
}

/**
 * The connection that has gone uncompared for longest, before `dueBefore`, and that nobody is comparing; locked. Its
 * subscriptions are also due when somebody has asked for it. Whoever holds its row is waited for and not passed over: they
 * may be about to compare the other thing, and everybody begins at once when a node starts.
 */
export async function lockConnectionToCompare(
  database: Database,
  compared: Compared,
  now: Date,
  dueBefore: Date,
): Promise<Connection | undefined> {
  const { doneAt, leasedUntil } = columns[compared];
  const row = await database
    .selectFrom('marketplace_connections')
    .select(['workspace_id', 'source_name'])
    .where(({ or, eb }) =>
      or([
        eb(doneAt, 'is', null),
        eb(doneAt, '<=', dueBefore),
        ...(compared === 'subscriptions' ? [eb('reconciliation_asked_at', 'is not', null)] : []),
      ]),
    )
    .where(isUnleased(now, leasedUntil))
    .orderBy(doneAt, (order) => order.asc().nullsFirst())
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, sourceName: row.source_name };
}

/** Takes, extends or, with the moment at which it was done, ends a lease; false when it does not end at `from`. */
export async function updateComparison(
  database: Database,
  compared: Compared,
  { workspaceId, sourceName }: Connection,
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

/** Somebody wants the subscriptions compared now; null: nobody does any more. */
export async function updateComparisonAsked(
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

/** What the last walk through the subscriptions of a connection came to. */
export interface ReconciliationResult {
  readonly compared: number;
  /** Could not be understood, and were passed over. */
  readonly unreadable: number;
  readonly repaired: number;
  readonly unrepaired: number;
}

/** Writes down what a walk has come to: a result, or why there is none; null is nothing yet. The result before stays. */
export async function saveReconciliation(
  database: Database,
  { workspaceId, sourceName }: Connection,
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
