import { openAccount } from '../../../actions/marketplace/account.ts';
import { withDeadline } from '../../../async/deadline.ts';
import type { CallResult, ListedOffer } from '../../../core/marketplace/connections/connection-finding.ts';
import type {
  FulfilmentResponse,
  FulfilmentService,
  MarketplaceSubscription,
} from '../../../core/marketplace/fulfilment-service.ts';
import { isLive } from '../../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceConnection } from '../../../core/marketplace/ports.ts';
import type { EncryptionKey } from '../../../secrets/seal.ts';
import type { ConnectionView } from '../../../storage/marketplace/connection-views.ts';

/** 2,000 subscriptions at 50 a page: enough to find every offer in use. */
const maxPages = 40;
const maxOffers = 20;

export const unopened = failed(
  'its credential cannot be opened, for ENCRYPTION_KEY has changed; enter it again.',
  true,
);

/** Bounds each of several calls by one common deadline; a slower answer counts as none. */
export type InTime = <Value>(work: Promise<CallResult<Value>>) => Promise<CallResult<Value>>;

export function commonDeadline(milliseconds: number): InTime {
  const endsAt = performance.now() + milliseconds;
  const late = failed(`There was no response within ${milliseconds / 1_000} seconds.`);
  return (work) =>
    withDeadline(
      { milliseconds: Math.max(0, endsAt - performance.now()) },
      () => work,
      () => late,
    );
}

/** Undefined when the credential was sealed with another encryption key. */
export function openConnection(
  record: ConnectionView,
  encryptionKey: EncryptionKey,
): MarketplaceConnection | undefined {
  try {
    return openAccount(record, encryptionKey);
  } catch {
    return undefined;
  }
}

export interface ReadOffers {
  readonly sold: CallResult<readonly MarketplaceSubscription[]>;
  readonly offers: readonly ListedOffer[];
}

/** The sold subscriptions and the plans of their offers: the marketplace lists plans only through a subscription. */
export async function readOffers(
  fulfilment: FulfilmentService,
  connection: MarketplaceConnection,
  inTime: InTime,
): Promise<ReadOffers> {
  const sold = await inTime(listSold(fulfilment, connection));
  const samples = sold.outcome === 'answered' ? samplesOf(sold.value) : [];
  const offers = await Promise.all(
    samples.map(async ({ offerId, id }): Promise<ListedOffer> => {
      const plans = await inTime(fulfilment.listAvailablePlans(connection, id).then(triedOf));
      return { offerId, plans };
    }),
  );
  return { sold, offers };
}

/** One subscription of each offer, to list its plans with; a live one if there is any. */
function samplesOf(sold: readonly MarketplaceSubscription[]): readonly MarketplaceSubscription[] {
  const samples = new Map<string, MarketplaceSubscription>();
  for (const remote of sold) {
    const sample = samples.get(remote.offerId);
    if (!sample || (!isLive(sample) && isLive(remote))) samples.set(remote.offerId, remote);
  }
  return [...samples.values()].slice(0, maxOffers);
}

async function listSold(
  fulfilment: FulfilmentService,
  connection: MarketplaceConnection,
): Promise<CallResult<readonly MarketplaceSubscription[]>> {
  const sold: MarketplaceSubscription[] = [];
  let pages = 0;
  for await (const page of fulfilment.listSubscriptions(connection)) {
    if (page.outcome !== 'answered') return triedOf(page);
    sold.push(...page.value.subscriptions);
    pages += 1;
    if (pages === maxPages) break;
  }
  return { outcome: 'answered', value: sold };
}

export function triedOf<Value>(answer: FulfilmentResponse<Value>): CallResult<Value> {
  if (answer.outcome === 'answered') return answer;
  return answer.outcome === 'refused'
    ? failed(`The marketplace answered ${answer.status}.`, true, answer.status === 404)
    : failed(answer.reason, answer.isConfiguration, answer.isMissing);
}

export function failed(reason: string, isConfiguration = false, isMissing = false) {
  return { outcome: 'failed', reason, isConfiguration, isMissing } as const;
}
