import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type {
  FulfilmentResponse,
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

export type Followed =
  | {
      readonly outcome: 'followed';
      readonly remote: MarketplaceSubscription;
      readonly aligned: AlignedSubscription | Refusal;
    }
  | Exclude<FulfilmentResponse<MarketplaceSubscription>, { outcome: 'answered' }>;

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
 * Reads a subscription from the marketplace and aligns the stored one. If the stored one changed meanwhile, the read may be
 * outdated and is repeated.
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
    const remote: MarketplaceSubscription = hasEnded
      ? { ...answer.value, status: 'Unsubscribed' }
      : answer.value;
    const aligned = await alignIfUnchanged(context(), source, remote, reason, { revision, isRepair });
    if (aligned) return { outcome: 'followed', remote, aligned };
    if (readings >= maxReads) {
      const detail = 'Others keep changing the subscription.';
      return { outcome: 'unavailable', reason: detail, retryAfterSeconds: null, isConfiguration: false };
    }
  }
}

/** The revision of the stored subscription; null: none is stored. */
export async function revisionOf(
  { database }: ActionContext,
  { workspaceId }: MarketplaceSource,
  marketplaceSubscriptionId: string,
): Promise<number | null> {
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  return (local && (await findSubscriptionRevision(database, workspaceId, local.subscriptionId))) ?? null;
}
