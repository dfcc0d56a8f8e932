import { claimUsage } from '../actions/claim-usage.ts';
import type { ActionContext } from '../actions/context.ts';
import { settleUsage } from '../actions/settle-usage.ts';
import type {
  BatchAnswer,
  MarketplaceConnection,
  MeteringService,
  UsageEventOutcome,
} from '../core/ports.ts';
import { quantityToNumber } from '../core/quantity.ts';
import { pauseAfter, usageRetryPolicy } from '../core/retry.ts';
import type { SendOutcome } from '../core/usage-report.ts';
import { unseal } from '../secrets/seal.ts';
import { findConnection, findConnectionsWithDueUsage } from '../storage/marketplace-connections.ts';
import type { StoredReport } from '../storage/usage-reports.ts';

/** How long after it became due a report waits for a sender at most. */
export const dispatchPause = 1_000;

interface Address {
  readonly workspaceId: string;
  readonly sourceName: string;
}

export interface DispatchOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly encryptionKey: Uint8Array;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends due reports, each connection for itself: one that is slow or down never holds up another. A connection whose
 * call brought nothing rests for a growing pause, so that a marketplace that is down is not asked for every report.
 */
export function dispatchUsage({ context, metering, encryptionKey, onFailure }: DispatchOptions) {
  const atWork = new Map<string, Promise<void>>();
  const resting = new Map<string, { readonly failures: number; readonly until: number }>();

  const drain = async (address: Address, name: string): Promise<void> => {
    const connection = await openConnection(context(), address, encryptionKey);
    for (;;) {
      const claimed = await claimUsage(context(), address);
      if (claimed.length === 0) return;
      const answer = await metering.sendBatch(connection, claimed.map(eventOf));
      await settleUsage(context(), address.workspaceId, outcomesOf(claimed, answer));
      if (answer.outcome === 'answered') {
        resting.delete(name);
      } else {
        const { now, randomBytes } = context();
        const failures = (resting.get(name)?.failures ?? 0) + 1;
        const chance = (randomBytes(1)[0] ?? 0) / 256;
        const asked = answer.retryAfterSeconds === null ? null : answer.retryAfterSeconds * 1_000;
        const pause = pauseAfter(failures, chance, usageRetryPolicy, asked);
        resting.set(name, { failures, until: now.getTime() + pause });
        return;
      }
    }
  };

  return {
    /** Sets every connection that has something to send to work; answers at once. */
    async work(): Promise<boolean> {
      const { database, now } = context();
      for (const address of await findConnectionsWithDueUsage(database, now)) {
        const name = `${address.workspaceId} ${address.sourceName}`;
        const rests = (resting.get(name)?.until ?? 0) > now.getTime();
        if (rests || atWork.has(name)) continue;
        const task = drain(address, name)
          .catch(onFailure)
          .finally(() => atWork.delete(name));
        atWork.set(name, task);
      }
      return false;
    },
    /** Waits for what is under way. */
    async finish(): Promise<void> {
      await Promise.all(atWork.values());
    },
  };
}

async function openConnection(
  { database }: ActionContext,
  { workspaceId, sourceName }: Address,
  encryptionKey: Uint8Array,
): Promise<MarketplaceConnection> {
  const stored = await findConnection(database, workspaceId, sourceName);
  if (!stored) throw new Error(`The connection ${sourceName} has gone`);
  const { authUrl, marketplaceUrl, tenantId, clientId, sealedClientSecret } = stored;
  const clientSecret = unseal(sealedClientSecret, encryptionKey, `${workspaceId} ${sourceName}`);
  return { authUrl, marketplaceUrl, tenantId, clientId, clientSecret };
}

function eventOf({ report, marketplaceSubscriptionId, marketplacePlanId }: StoredReport) {
  return {
    resourceId: marketplaceSubscriptionId,
    planId: marketplacePlanId,
    dimension: report.dimension,
    hour: report.hour,
    quantity: String(quantityToNumber(report.quantity)),
  };
}

function outcomesOf(claimed: readonly StoredReport[], answer: BatchAnswer) {
  return claimed.map((sent, index) => {
    const item = answer.outcome === 'answered' ? answer.items[index] : undefined;
    return { sent, outcome: item ? outcomeOfItem(item) : outcomeOfCall(answer) };
  });
}

function outcomeOfItem(item: UsageEventOutcome): SendOutcome {
  switch (item.outcome) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'duplicate':
      return {
        kind: 'duplicate',
        acceptedQuantity: item.acceptedQuantity === null ? null : Number(item.acceptedQuantity),
      };
    case 'expired':
      return { kind: 'expired', reason: { code: 'Expired', detail: item.reason } };
    case 'rejected':
      return { kind: 'rejected', reason: { code: item.status, detail: item.reason } };
    case 'undecided':
      return undecided(item.reason, null);
  }
}

function outcomeOfCall(answer: BatchAnswer): SendOutcome {
  return answer.outcome === 'answered'
    ? undecided('The answer does not mention it.', null)
    : undecided(answer.reason, answer.retryAfterSeconds);
}

function undecided(detail: string, retryAfterSeconds: number | null): SendOutcome {
  return {
    kind: 'undecided',
    reason: { code: 'Undecided', detail },
    retryAfterMilliseconds: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  };
}
