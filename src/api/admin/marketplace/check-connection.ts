import { Type } from 'typebox';
import { recordConnectionCheck } from '../../../actions/marketplace/connections.ts';
import { judgeConnection } from '../../../core/marketplace/connections/connection-check.ts';
import {
  type CallResult,
  type ConnectionFacts,
  checks,
  findingOutcomes,
} from '../../../core/marketplace/connections/connection-finding.ts';
import { judgeSeller, type SellerFacts } from '../../../core/marketplace/connections/seller-check.ts';
import type { MarketplaceSubscription } from '../../../core/marketplace/fulfilment-service.ts';
import type { SellerRight } from '../../../core/marketplace/licences/licence-service.ts';
import { isLive } from '../../../core/marketplace/notifications/alignment.ts';
import type { MarketplaceConnection } from '../../../core/marketplace/ports.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { comparedDays } from '../../../core/usage/drift.ts';
import type { ConnectionView } from '../../../storage/marketplace/connection-views.ts';
import { loadSourceMappings } from '../../../storage/marketplace/plan-mappings.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable } from '../schemas.ts';
import { callUrlOf, connectionsPath, findConnection, webhookUrlOf } from './connection-view.ts';
import { commonDeadline, failed, openConnection, readOffers, triedOf, unopened } from './read-offers.ts';

const Finding = Type.Object(
  {
    check: oneOf(checks),
    outcome: oneOf(findingOutcomes),
    what: Type.String({ description: 'The finding as text.' }),
    howToMend: described(nullable.text, 'How to fix it; null: nothing to do.'),
    mappingId: described(nullable.uuid, 'The mapping to correct; null if it is not about one.'),
    dimension: Type.Optional(
      Type.String({ description: 'The dimension of the mapping that the marketplace does not have.' }),
    ),
  },
  { $id: 'ConnectionFinding' },
);

/** The worst come first within each check, and a catalogue may have hundreds of mappings. */
const maxFindings = 200;

const example = {
  checkedAt: '2026-11-15T09:00:00.000Z',
  findings: [
    {
      check: 'credential',
      outcome: 'Fine',
      what: 'The identity provider issues a token to the application.',
      howToMend: null,
      mappingId: null,
    },
  ],
};

/** Checks everything that a connection is needed for; each finding says how to fix it. */
export const checkConnectionRoute = adminRoutes('Marketplace', (routes, context) => {
  routes.schemas(Finding);
  routes.post(`${connectionsPath}/:connectionId/check`, {
    access: 'change:settings',
    operationId: 'checkMarketplaceConnection',
    summary: 'Check a connection',
    description:
      'Responds within half a minute. A check may have several findings; they are stored as `lastCheck` of the connection.',
    responses: {
      200: jsonResponse(
        'The findings, in the order in which to fix them.',
        Type.Object({ checkedAt: instant, findings: Type.Array(Type.Ref('ConnectionFinding')) }),
        example,
      ),
    },
    handle: async ({ action, workspaceId, params }) => {
      const connection = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(connection)) return connection;
      const found = connection.seller
        ? judgeSeller(await examineSeller(context, connection), context.clock.now())
        : judgeConnection(await examineConnection(context, connection), context.clock.now());
      const checkedAt = context.clock.now();
      const findings = found.slice(0, maxFindings);
      await recordConnectionCheck(action, connection, { checkedAt, findings });
      return { checkedAt, findings };
    },
  });
});

/** A person waits for the result. */
const timeoutMilliseconds = 20_000;

const unasked = failed('There is no token for the request.');

/** Calls every outside service that the connection needs, in parallel, with one deadline. */
async function examineConnection(context: AdminContext, record: ConnectionView): Promise<ConnectionFacts> {
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

/** Tries every right that a seller's account needs, in parallel, with one deadline. */
async function examineSeller(context: AdminContext, record: ConnectionView): Promise<SellerFacts> {
  const { database, encryptionKey, licences, ownAddress, publicUrl, signIn } = context;
  const mappings = await loadSourceMappings(database, record);
  const connection = openConnection(record, encryptionKey);
  const inTime = commonDeadline(timeoutMilliseconds);
  const productCode = mappings[0]?.offerId ?? 'none';
  const tryRight = (right: SellerRight) =>
    connection ? inTime(licences.tryRight(connection, right, productCode).then(triedOf)) : unopened;
  const webhook = inTime(probe(ownAddress, callUrlOf(publicUrl, record)));
  const [ResolveCustomer, BatchMeterUsage, GetEntitlements, SearchAgreements, DescribeAgreement] =
    await Promise.all([
      tryRight('ResolveCustomer'),
      tryRight('BatchMeterUsage'),
      tryRight('GetEntitlements'),
      tryRight('SearchAgreements'),
      tryRight('DescribeAgreement'),
    ]);
  return {
    credentialEndsAt: record.credentialEndsAt,
    mappings,
    lastCallAt: record.notifiedAt,
    canSignIn: signIn !== null,
    rights: { ResolveCustomer, BatchMeterUsage, GetEntitlements, SearchAgreements, DescribeAgreement },
    webhook: await webhook,
  };
}

function soldPlan(remote: MarketplaceSubscription) {
  return { offerId: remote.offerId, planId: remote.planId, isLive: isLive(remote) };
}

async function readUsage(
  metering: AdminContext['metering'],
  connection: MarketplaceConnection,
  from: Date,
  to: Date,
): Promise<CallResult<null>> {
  const answer = await metering.readUsage(connection, from, to);
  return answer.outcome === 'read'
    ? { outcome: 'answered', value: null }
    : failed(answer.reason, answer.isConfiguration, answer.isMissing);
}

async function probe(ownAddress: AdminContext['ownAddress'], address: string): Promise<CallResult<null>> {
  const probed = await ownAddress.probe(address);
  return probed.outcome === 'ours' ? { outcome: 'answered', value: null } : failed(`${probed.reason}.`, true);
}
