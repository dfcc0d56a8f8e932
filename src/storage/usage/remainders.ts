import { sql } from 'kysely';
import { type QuantitySum, readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import { type Quantity, quantityToText } from '../../core/values/quantity.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import type { UsageQueueAddress } from './leases.ts';
import { quantityOf } from './reports.ts';

/** A dimension of a subscription at the marketplace. */
export interface RemainderKey {
  readonly marketplaceSubscriptionId: string;
  readonly dimension: string;
}

export interface Remainder {
  readonly remainder: QuantitySum;
  /** The undecided report that relies on it, and what the marketplace is told for it. */
  readonly open: { readonly reportId: string; readonly sentQuantity: Quantity } | null;
}

export const noRemainder: Remainder = { remainder: 0n, open: null };

export function remainderText({ marketplaceSubscriptionId, dimension }: RemainderKey): string {
  return `${marketplaceSubscriptionId}\n${dimension}`;
}

/**
 * The remainders of a queue that the transaction has locked, by `remainderText`. They need no lock: the lock of the queue
 * keeps those without an open report as they are, and the others are left alone.
 */
export async function loadRemainders(
  transaction: Database,
  { workspaceId, sourceName }: UsageQueueAddress,
  keys: readonly RemainderKey[],
): Promise<ReadonlyMap<string, Remainder>> {
  const table = { alias: 'asked', isHidden: true };
  const asked = unnestRows(table, keys, { marketplace_subscription_id: 'text', dimension: 'text' });
  const { rows } = await sql<
    RemainderKey & {
      readonly remainder: string;
      readonly reportId: string | null;
      readonly sentQuantity: string | null;
    }
  >`
    select marketplace_subscription_id as "marketplaceSubscriptionId", dimension, known.remainder::text,
      known.report_id as "reportId", known.sent_quantity::text as "sentQuantity"
    from usage_remainders as known
    join ${asked} using (marketplace_subscription_id, dimension)
    where known.workspace_id = ${workspaceId} and known.source_name = ${sourceName}`.execute(transaction);
  return new Map(
    rows.map((row) => [
      remainderText(row),
      {
        remainder: readQuantitySum(row.remainder),
        open:
          row.reportId === null || row.sentQuantity === null
            ? null
            : { reportId: row.reportId, sentQuantity: quantityOf(row.sentQuantity) },
      },
    ]),
  );
}

/** A report that relies on the remainder from now on. */
export interface OpenReport extends RemainderKey {
  readonly reportId: string;
  readonly sentQuantity: Quantity;
}

/** Fixes what the marketplace is told for reports, one for each key, whose queue the transaction has locked. */
export async function openReports(
  transaction: Database,
  { workspaceId, sourceName }: UsageQueueAddress,
  reports: readonly OpenReport[],
  now: Date,
): Promise<void> {
  if (reports.length === 0) return;
  const opened = unnestRows('new', reports, {
    marketplace_subscription_id: 'text',
    dimension: 'text',
    report_id: 'uuid',
    sent_quantity: ['numeric', ({ sentQuantity }) => quantityToText(sentQuantity)],
  });
  await sql`
    insert into usage_remainders as known (
      workspace_id, source_name, remainder, changed_at, marketplace_subscription_id, dimension, report_id, sent_quantity
    )
    select shard.workspace_id, ${sourceName}, 0, ${now}::timestamptz, new.*
    from ${onShardOf(workspaceId)} cross join ${opened}
    on conflict (workspace_id, source_name, marketplace_subscription_id, dimension) do update
    set report_id = excluded.report_id, sent_quantity = excluded.sent_quantity`.execute(transaction);
}

/** A report that was decided, and what it adds to the remainder; may be negative. */
export interface DecidedReport extends RemainderKey {
  readonly sourceName: string;
  readonly reportId: string;
  readonly added: QuantitySum;
}

/**
 * Adds what decided reports leave, in the transaction that decides them. The next reports may rely on it. The time of the
 * change is exact to a day: it is indexed for the retention, and an update that leaves it writes no index.
 */
export async function closeReports(
  transaction: Database,
  workspaceId: string,
  reports: readonly DecidedReport[],
  now: Date,
): Promise<void> {
  if (reports.length === 0) return;
  const decided = unnestRows({ alias: 'decided', isHidden: true }, reports, {
    source_name: 'text',
    marketplace_subscription_id: 'text',
    dimension: 'text',
    report_id: 'uuid',
    added: ['numeric', ({ added }) => signedText(added)],
  });
  await sql`
    update usage_remainders as known
    set remainder = known.remainder + decided.added, report_id = null, sent_quantity = null,
      changed_at = case when known.changed_at > ${now}::timestamptz - interval '1 day' then known.changed_at else ${now} end
    from ${decided}
    where known.workspace_id = ${workspaceId} and known.source_name = decided.source_name
      and known.marketplace_subscription_id = decided.marketplace_subscription_id
      and known.dimension = decided.dimension and known.report_id = decided.report_id`.execute(transaction);
}

const millionths = 1_000_000n;

/** In full: `-0.250000`. */
function signedText(sum: QuantitySum): string {
  const size = sum < 0n ? -sum : sum;
  return `${sum < 0n ? '-' : ''}${size / millionths}.${String(size % millionths).padStart(6, '0')}`;
}
