import type { SentReport } from '../../actions/usage/sending.ts';
import type { MarketplaceFailure } from '../../core/marketplace/ports.ts';
import type { BatchResponse, UsageEvent, UsageEventOutcome } from '../../core/usage/ports.ts';
import { type SendOutcome, sentQuantityOf } from '../../core/usage/reports/report.ts';
import { quantityToNumber } from '../../core/values/quantity.ts';
import type { TakenReport } from '../../storage/usage/sending.ts';

/** Concurrent requests of a lease: three rounds, each with the maximum duration, end within the lease. */
const callsAtOnce = 6;

export interface SentUsage {
  readonly results: readonly SentReport[];
  /** The failure that stopped the sending; null when all batches were answered. */
  readonly failure: MarketplaceFailure | null;
}

/** The maximum batch of a marketplace. */
export const batchSize = 25;

/** Some marketplaces take a batch of one product alone, and refuse it as a whole otherwise. */
export function batchesOf<Item extends { readonly productCode?: string }>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const batches: Item[][] = [];
  const open = new Map<string | undefined, Item[]>();
  for (const item of items) {
    let batch = open.get(item.productCode);
    if (batch === undefined || batch.length === batchSize) {
      batch = [];
      open.set(item.productCode, batch);
      batches.push(batch);
    }
    batch.push(item);
  }
  return batches;
}

/** Sends batches, some concurrently, until the first failure. */
export async function sendBatches(
  batches: readonly (readonly TakenReport[])[],
  send: (events: readonly UsageEvent[]) => Promise<BatchResponse>,
): Promise<readonly SentUsage[]> {
  const sent: SentUsage[] = [];
  let failure: MarketplaceFailure | null = null;
  const waiting = batches.values();
  const sender = async () => {
    for (const batch of waiting) {
      const result: SentUsage = failure ? undecided(batch, failure) : await sendUsage(batch, send);
      failure ??= result.failure;
      sent.push(result);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, sender));
  return sent;
}

/**
 * Sends a batch. A batch that is refused as a whole is halved until the refused event is alone: that one is rejected,
 * all others get their results. Sending a part again is safe, because a refused batch has stored nothing. After the
 * first failure the remaining reports stay undecided.
 */
export async function sendUsage(
  reports: readonly TakenReport[],
  send: (events: readonly UsageEvent[]) => Promise<BatchResponse>,
): Promise<SentUsage> {
  const answer = await send(reports.map(eventOf));
  switch (answer.outcome) {
    case 'answered':
      return {
        results: reports.map((sent, index) => ({ sent, outcome: outcomeOfItem(answer.items[index]) })),
        failure: null,
      };
    case 'undecided':
      return undecided(reports, answer);
    case 'refused': {
      const reason = { code: answer.status, detail: answer.reason };
      const [alone, ...others] = reports;
      if (alone && others.length === 0) {
        return { results: [{ sent: alone, outcome: { kind: 'rejected', reason } }], failure: null };
      }
      const middle = Math.ceil(reports.length / 2);
      const first = await sendUsage(reports.slice(0, middle), send);
      const rest = reports.slice(middle);
      const second = first.failure ? undecided(rest, first.failure) : await sendUsage(rest, send);
      return { results: [...first.results, ...second.results], failure: second.failure };
    }
  }
}

function undecided(reports: readonly TakenReport[], failure: MarketplaceFailure): SentUsage {
  return { results: reports.map((sent) => ({ sent, outcome: undecidedBy(failure) })), failure };
}

function eventOf(stored: TakenReport): UsageEvent {
  const { report, marketplaceSubscriptionId, marketplacePlanId, account } = stored;
  const { isRepeated = report.attempts > 1 } = stored;
  if (marketplaceSubscriptionId === null) throw new Error(`Report ${report.reportId} is not billed`);
  return {
    resourceId: marketplaceSubscriptionId,
    planId: marketplacePlanId,
    dimension: report.dimension,
    hour: report.hour,
    quantity: String(quantityToNumber(sentQuantityOf(report))),
    ...(account !== undefined && { account }),
    ...(isRepeated && { isRepeated }),
  };
}

function outcomeOfItem(item: UsageEventOutcome | undefined): SendOutcome {
  switch (item?.outcome) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'duplicate':
      return {
        kind: 'duplicate',
        acceptedQuantity: acceptedQuantityOf(item.acceptedQuantity),
      };
    case 'expired':
      return { kind: 'expired', reason: { code: 'Expired', detail: item.reason } };
    case 'rejected':
      return { kind: 'rejected', reason: { code: item.status, detail: item.reason } };
    case 'undecided':
      return undecidedBy({ reason: item.reason, retryAfterSeconds: null });
    case undefined:
      return undecidedBy({ reason: 'The response does not contain it.', retryAfterSeconds: null });
  }
}

function acceptedQuantityOf(quantity: string | null): number | 'another' | null {
  return quantity === null || quantity === 'another' ? quantity : Number(quantity);
}

function undecidedBy({
  reason,
  retryAfterSeconds,
}: Pick<MarketplaceFailure, 'reason' | 'retryAfterSeconds'>): SendOutcome {
  return {
    kind: 'undecided',
    reason: { code: 'Undecided', detail: reason },
    retryAfterMilliseconds: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  };
}
