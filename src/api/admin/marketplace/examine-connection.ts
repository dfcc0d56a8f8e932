import { openAccount } from '../../../actions/marketplace/account.ts';
import { withDeadline } from '../../../async/deadline.ts';
import { isLive } from '../../../core/marketplace/alignment.ts';
import type {
  CallResult,
  ConnectionFacts,
  ListedOffer,
} from '../../../core/marketplace/connection-finding.ts';
import type {
  FulfilmentAnswer,
  MarketplaceSubscription,
} from '../../../core/marketplace/fulfilment-service.ts';
import type { MarketplaceConnection } from '../../../core/marketplace/ports.ts';
import { comparedDays } from '../../../core/usage/drift.ts';
import type { EncryptionKey } from '../../../secrets/seal.ts';
import type { ConnectionView } from '../../../storage/marketplace/connection-views.ts';
import { loadSourceMappings } from '../../../storage/marketplace/source-mappings.ts';
import type { ApiContext } from '../../context.ts';
import { webhookUrlOf } from './connection-view.ts';

/** A person waits for the result; a slower answer counts as none. */
const timeoutMilliseconds = 20_000;
/** 2,000 subscriptions at 50 a page: enough to find every offer in use. */
const maxPages = 40;
const maxOffers = 20;

const unopened = failed(
  'its credential cannot be opened, for ENCRYPTION_KEY has changed; enter it again.',
  true,
);
const unasked = failed('There is no token to ask with.');
const late = failed(`There was no response within ${timeoutMilliseconds / 1_000} seconds.`);

/** Calls every outside service that the connection needs, in parallel, with one deadline. */
export async function examineConnection(
  context: ApiContext,
  record: ConnectionView,
): Promise<ConnectionFacts> {
  const { database, encryptionKey, fulfilment, metering, ownAddress, clock, publicUrl, signIn } = context;
  const mappings = await loadSourceMappings(database, record);
  const connection = opened(record, encryptionKey);
  const settings = {
    sourceName: record.sourceName,
    credentialEndsAt: record.credentialEndsAt,
    mappings,
    lastCallAt: record.calledAt,
    canSignIn: signIn !== null,
  };
  const endsAt = performance.now() + timeoutMilliseconds;
  const inTime = <Value>(work: Promise<CallResult<Value>>): Promise<CallResult<Value>> =>
    withDeadline(
      { milliseconds: Math.max(0, endsAt - performance.now()) },
      () => work,
      () => late,
    );
  const webhook = inTime(probe(ownAddress, webhookUrlOf(publicUrl, record.connectionId)));
  const token = connection ? await inTime(fulfilment.authenticate(connection).then(triedOf)) : unopened;
  if (!connection || token.outcome === 'failed') {
    return { ...settings, token, sold: unasked, offers: [], metering: unasked, webhook: await webhook };
  }
  const { first, last } = comparedDays(clock.now());
  const usage = inTime(readUsage(metering, connection, new Date(first), new Date(last)));
  const sold = await inTime(listSold(fulfilment, connection));
  const offers = sold.outcome === 'answered' ? samplesOf(sold.value) : [];
  const listed = await Promise.all(
    offers.map(async ({ offerId, id }): Promise<ListedOffer> => {
      const plans = await inTime(fulfilment.listAvailablePlans(connection, id).then(triedOf));
      return { offerId, plans };
    }),
  );
  return {
    ...settings,
    token,
    sold: sold.outcome === 'answered' ? { ...sold, value: sold.value.map(soldPlan) } : sold,
    offers: listed,
    metering: await usage,
    webhook: await webhook,
  };
}

/** Undefined when the credential was sealed with another encryption key. */
function opened(record: ConnectionView, encryptionKey: EncryptionKey): MarketplaceConnection | undefined {
  try {
    return openAccount(record, encryptionKey);
  } catch {
    return undefined;
  }
}

function soldPlan(remote: MarketplaceSubscription) {
  return { offerId: remote.offerId, planId: remote.planId, isLive: isLive(remote) };
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
  fulfilment: ApiContext['fulfilment'],
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

async function readUsage(
  metering: ApiContext['metering'],
  connection: MarketplaceConnection,
  from: Date,
  to: Date,
): Promise<CallResult<null>> {
  const answer = await metering.readUsage(connection, from, to);
  return answer.outcome === 'read'
    ? { outcome: 'answered', value: null }
    : failed(answer.reason, answer.isConfiguration);
}

async function probe(ownAddress: ApiContext['ownAddress'], address: string): Promise<CallResult<null>> {
  const probed = await ownAddress.probe(address);
  return probed.outcome === 'ours' ? { outcome: 'answered', value: null } : failed(`${probed.reason}.`, true);
}

function triedOf<Value>(answer: FulfilmentAnswer<Value>): CallResult<Value> {
  if (answer.outcome === 'answered') return answer;
  return answer.outcome === 'refused'
    ? failed(`The marketplace answered ${answer.status}.`, true)
    : failed(answer.reason, answer.isConfiguration);
}

function failed(reason: string, isConfiguration = false) {
  return { outcome: 'failed', reason, isConfiguration } as const;
}
