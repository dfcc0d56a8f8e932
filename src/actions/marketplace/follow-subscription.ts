import type {
  FulfilmentAnswer,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../core/marketplace/fulfilment-service.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import type { Refusal } from '../../core/refusal.ts';
import {
  findSubscriptionByMarketplaceId,
  findSubscriptionRevision,
} from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { type AlignedSubscription, alignIfUnchanged } from './align-subscription.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

export type Followed =
  | {
      readonly outcome: 'followed';
      readonly theirs: MarketplaceSubscription;
      readonly aligned: AlignedSubscription | Refusal;
    }
  | Exclude<FulfilmentAnswer<MarketplaceSubscription>, { outcome: 'answered' }>;

export interface Following {
  readonly fulfilment: FulfilmentService;
  readonly connection: MarketplaceConnection;
  readonly source: MarketplaceSource;
  readonly marketplaceSubscriptionId: string;
  /** Recorded in the history. */
  readonly reason: string;
  /** Raises a notice for support when something had to be changed. */
  readonly isRepair?: boolean;
  /** Known to have ended, whatever a lagging read shows. */
  readonly hasEnded?: boolean;
}

const maxReads = 5;

/**
 * Reads a subscription from the marketplace and aligns ours. If ours changed meanwhile the read may be outdated, so it
 * is repeated.
 */
export async function followMarketplace(
  context: () => ActionContext,
  following: Following,
): Promise<Followed> {
  const { fulfilment, connection, source, marketplaceSubscriptionId, reason } = following;
  const { hasEnded = false, isRepair = false } = following;
  for (let readings = 1; ; readings += 1) {
    const revision = await revisionOf(context(), source, marketplaceSubscriptionId);
    const answer = await fulfilment.getSubscription(connection, marketplaceSubscriptionId);
    if (answer.outcome !== 'answered') return answer;
    const theirs: MarketplaceSubscription = hasEnded
      ? { ...answer.value, status: 'Unsubscribed' }
      : answer.value;
    const aligned = await alignIfUnchanged(context(), source, theirs, reason, { revision, isRepair });
    if (aligned) return { outcome: 'followed', theirs, aligned };
    if (readings >= maxReads) {
      const detail = 'Others keep changing the subscription.';
      return { outcome: 'unavailable', reason: detail, retryAfterSeconds: null, isConfiguration: false };
    }
  }
}

async function revisionOf(
  { database }: ActionContext,
  { workspaceId }: MarketplaceSource,
  marketplaceSubscriptionId: string,
): Promise<number | null> {
  const ours = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  return (ours && (await findSubscriptionRevision(database, workspaceId, ours.subscriptionId))) ?? null;
}
