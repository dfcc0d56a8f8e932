import { isLive } from '../../../core/marketplace/alignment.ts';
import type { CallResult, ConnectionFacts } from '../../../core/marketplace/connection-finding.ts';
import type { MarketplaceSubscription } from '../../../core/marketplace/fulfilment-service.ts';
import type { MarketplaceConnection } from '../../../core/marketplace/ports.ts';
import { comparedDays } from '../../../core/usage/drift.ts';
import type { ConnectionView } from '../../../storage/marketplace/connection-views.ts';
import { loadSourceMappings } from '../../../storage/marketplace/source-mappings.ts';
import type { ApiContext } from '../../context.ts';
import { webhookUrlOf } from './connection-view.ts';
import { commonDeadline, failed, openConnection, readOffers, triedOf, unopened } from './read-offers.ts';

/** A person waits for the result. */
const timeoutMilliseconds = 20_000;

const unasked = failed('There is no token for the request.');

/** Calls every outside service that the connection needs, in parallel, with one deadline. */
export async function examineConnection(
  context: ApiContext,
  record: ConnectionView,
): Promise<ConnectionFacts> {
  const { database, encryptionKey, fulfilment, listedOffers, metering, ownAddress } = context;
  const { clock, publicUrl, signIn } = context;
  const mappings = await loadSourceMappings(database, record);
  const connection = openConnection(record, encryptionKey);
  const settings = {
    sourceName: record.sourceName,
    credentialEndsAt: record.credentialEndsAt,
    mappings,
    lastCallAt: record.notifiedAt,
    canSignIn: signIn !== null,
  };
  const inTime = commonDeadline(timeoutMilliseconds);
  const webhook = inTime(probe(ownAddress, webhookUrlOf(publicUrl, record.connectionId)));
  const token = connection ? await inTime(fulfilment.authenticate(connection).then(triedOf)) : unopened;
  if (!connection || token.outcome === 'failed') {
    return { ...settings, token, sold: unasked, offers: [], metering: unasked, webhook: await webhook };
  }
  const { first, last } = comparedDays(clock.now());
  const usage = inTime(readUsage(metering, connection, new Date(first), new Date(last)));
  const read = await readOffers(fulfilment, connection, inTime);
  const { sold, offers } = read;
  listedOffers.store(record, read);
  return {
    ...settings,
    token,
    sold: sold.outcome === 'answered' ? { ...sold, value: sold.value.map(soldPlan) } : sold,
    offers,
    metering: await usage,
    webhook: await webhook,
  };
}

function soldPlan(remote: MarketplaceSubscription) {
  return { offerId: remote.offerId, planId: remote.planId, isLive: isLive(remote) };
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
    : failed(answer.reason, answer.isConfiguration, answer.isMissing);
}

async function probe(ownAddress: ApiContext['ownAddress'], address: string): Promise<CallResult<null>> {
  const probed = await ownAddress.probe(address);
  return probed.outcome === 'ours' ? { outcome: 'answered', value: null } : failed(`${probed.reason}.`, true);
}
