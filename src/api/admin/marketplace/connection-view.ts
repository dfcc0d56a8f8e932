import { type Static, Type } from 'typebox';
import {
  defaultKind,
  defaultSourceName,
  marketplaceKinds,
} from '../../../core/catalogue/marketplace-kind.ts';
import {
  connectionState,
  connectionStates,
  maxPemLength,
  maxSecretLength,
} from '../../../core/marketplace/connections/connection.ts';
import { defaultAuthUrl, defaultMarketplaceUrl } from '../../../core/marketplace/connections/kinds.ts';
import { testPurchaseUrl } from '../../../core/marketplace/connections/test-purchase.ts';
import type { ReconciliationResult } from '../../../core/marketplace/notifications/reconciliation-state.ts';
import { accountUrl } from '../../../core/marketplace/purchases/account.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type ConnectionView, findConnectionView } from '../../../storage/marketplace/connection-views.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { eventsPath, SellerAccountView, sellerView } from './seller-view.ts';
import { TraitsView, traitsView } from './traits-view.ts';

export const connectionsPath = '/workspaces/:workspaceId/marketplace-connections';

const count = Type.Integer({ minimum: 0 });

/** Members that every connection has had from the beginning keep their type. */
const noId = '00000000-0000-0000-0000-000000000000';
const ofSeller = `An account of a seller has none: then it is always \`${noId}\`, and \`seller\` is not null.`;

export const MarketplaceConnection = Type.Object(
  {
    connectionId: uuid,
    kind: described(oneOf(marketplaceKinds), 'The marketplace; never changes.'),
    traits: TraitsView,
    sourceName: Type.String({ description: 'The source of the marketplace mappings that use it.' }),
    authUrl: Type.String({
      description:
        'The identity provider that issues its tokens and signs those of the marketplace; empty for an account of a seller.',
    }),
    marketplaceUrl: Type.String({
      description: 'Empty for an account of a seller at the marketplace itself.',
    }),
    tenantId: Type.String({ format: 'uuid', description: `The tenant of the application. ${ofSeller}` }),
    clientId: Type.String({ format: 'uuid', description: `The id of the application. ${ofSeller}` }),
    seller: SellerAccountView,
    acceptsUnsignedCalls: Type.Boolean({
      description: "For development: notifications are accepted without the marketplace's token.",
    }),
    credential: Type.Object({
      kind: described(oneOf(['secret', 'certificate', 'accessKey', 'node']), 'New versions add kinds.'),
      endsAt: described(nullable.instant, 'The expiry; null if not set.'),
    }),
    state: described(
      oneOf(connectionStates),
      'The worst of its credential, its requests, its reconciliation and the findings of its last check.',
    ),
    webhookUrl: Type.String({
      description:
        'For the technical configuration of the offers. For an account of a seller: where its events are sent, with the event ' +
        'secret in the header `X-Tessera-Event-Secret`.',
    }),
    landingPageUrl: Type.String({ description: 'For the technical configuration of the offers.' }),
    accountUrl: Type.String({
      description: "The customer's page, for links from the application: subscriptions, usage and seats.",
    }),
    testPurchaseUrl: described(
      nullable.text,
      'The purchase page of the demo’s emulator of the marketplace; with `offerId` and `planId` added, the plan is chosen. Null: a ' +
        'real marketplace, where a test purchase is a private one.',
    ),
    createdAt: instant,
    lastCallAt: described(nullable.instant, 'When the last notification with a valid token arrived.'),
    reconciliation: Type.Object({
      state: oneOf(['Idle', 'Asked', 'Running']),
      askedAt: nullable.instant,
      doneAt: nullable.instant,
      result: nullable.object(
        { compared: count, unreadable: count, repaired: count, unrepaired: count },
        'The result of the last one; each repair is a notice in the inbox.',
      ),
      failure: described(nullable.text, 'The error of the last run; null if it succeeded.'),
    }),
    usageComparedAt: described(
      nullable.instant,
      'Null: not yet, or never because the marketplace does not show usage.',
    ),
    lastCheck: nullable.object(
      { checkedAt: instant, findings: Type.Array(Type.Ref('ConnectionFinding')) },
      'The findings of the last check; null if there was none.',
    ),
    circuit: nullable.object(
      { since: instant, reason: Type.String(), restsUntil: instant },
      'Requests that send usage fail and pause; null while they succeed.',
    ),
  },
  { $id: 'MarketplaceConnection' },
);

/** The credential of the connection's application; write-only. */
export const CredentialBody = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('secret'),
      clientSecret: Type.String({ minLength: 1, maxLength: maxSecretLength }),
    }),
    Type.Object({
      kind: Type.Literal('certificate'),
      privateKeyPem: Type.String({ minLength: 1, maxLength: maxPemLength }),
      certificatePem: Type.String({ minLength: 1, maxLength: maxPemLength }),
    }),
  ],
  { description: "The application's secret, or a certificate with its private key." },
);

export type CredentialBody = Static<typeof CredentialBody>;

export const connectionExample = {
  connectionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  kind: defaultKind,
  traits: traitsView({ kind: defaultKind }),
  sourceName: defaultSourceName,
  authUrl: defaultAuthUrl,
  marketplaceUrl: defaultMarketplaceUrl,
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  clientId: 'c0000000-0000-4000-8000-000000000001',
  seller: null,
  acceptsUnsignedCalls: false,
  credential: { kind: 'secret', endsAt: '2027-11-15T00:00:00.000Z' },
  state: 'Fine',
  webhookUrl: 'https://tessera.example/api/marketplace/v1/calls/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  landingPageUrl: 'https://tessera.example/marketplace/landing/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  accountUrl: 'https://tessera.example/account/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  testPurchaseUrl: null,
  createdAt: '2026-11-15T09:00:00.000Z',
  lastCallAt: '2026-11-15T09:30:00.000Z',
  reconciliation: {
    state: 'Idle',
    askedAt: null,
    doneAt: '2026-11-15T10:00:00.000Z',
    result: { compared: 212, unreadable: 0, repaired: 1, unrepaired: 0 },
    failure: null,
  },
  usageComparedAt: '2026-11-15T06:00:00.000Z',
  lastCheck: null,
  circuit: null,
};

export const theConnection = jsonResponse(
  'The connection.',
  Type.Ref('MarketplaceConnection'),
  connectionExample,
  revisionHeaders,
);

const landingPageUrlOf = (publicUrl: string, connectionId: string) =>
  `${publicUrl}/marketplace/landing/${connectionId}`;

/** Where the marketplace sends what has happened. */
export const callUrlOf = (publicUrl: string, { connectionId, seller }: ConnectionView) =>
  seller ? `${publicUrl}${eventsPath(connectionId)}` : webhookUrlOf(publicUrl, connectionId);

export const webhookUrlOf = (publicUrl: string, connectionId: string) =>
  `${publicUrl}/api/marketplace/v1/calls/${connectionId}`;

type Surroundings = Pick<AdminContext, 'publicUrl' | 'marketplaceEmulatorUrls' | 'clock'>;

/** What tells where a connection's test purchases are made. */
interface Purchasable {
  readonly connectionId: string;
  /** Null: the real marketplace. */
  readonly marketplaceUrl: string | null;
  /** Null: the account is that of a seller. */
  readonly clientId: string | null;
  readonly sellerAccount: string | null;
}

export function testPurchaseUrlOf(
  { publicUrl, marketplaceEmulatorUrls }: Omit<Surroundings, 'clock'>,
  { connectionId, marketplaceUrl, clientId, sellerAccount }: Purchasable,
): string | null {
  const landingPageUrl = landingPageUrlOf(publicUrl, connectionId);
  const webhookUrl = webhookUrlOf(publicUrl, connectionId);
  const parameters: Record<string, string> =
    sellerAccount === null
      ? { clientId: clientId ?? '', landingPageUrl, webhookUrl }
      : { sellerAccountId: sellerAccount };
  return testPurchaseUrl({ marketplaceUrl, parameters }, marketplaceEmulatorUrls);
}

const purchasable = (record: ConnectionView): Purchasable => {
  const { connectionId, seller } = record;
  return seller
    ? {
        connectionId,
        marketplaceUrl: seller.endpointUrl,
        clientId: null,
        sellerAccount: seller.sellerAccount,
      }
    : { connectionId, marketplaceUrl: record.marketplaceUrl, clientId: record.clientId, sellerAccount: null };
};

export function connectionView(record: ConnectionView, surroundings: Surroundings) {
  const { publicUrl } = surroundings;
  const now = surroundings.clock.now();
  const { connectionId, reconciliation, sendingFailure, credentialEndsAt } = record;
  const { askedAt, doneAt, result, failure, leasedUntil } = reconciliation;
  const isRunning = leasedUntil !== null && leasedUntil > now && failure === null;
  const facts = {
    credentialEndsAt,
    sendingFails: sendingFailure !== null,
    reconciliationFailed: failure !== null,
    findings: record.lastCheck?.findings ?? [],
  };
  return {
    connectionId,
    kind: record.kind,
    traits: traitsView(record),
    sourceName: record.sourceName,
    authUrl: record.seller ? '' : record.authUrl,
    marketplaceUrl: record.seller ? (record.seller.endpointUrl ?? '') : record.marketplaceUrl,
    tenantId: record.seller ? noId : record.tenantId,
    clientId: record.seller ? noId : record.clientId,
    seller: record.seller && sellerView(record.seller, result),
    acceptsUnsignedCalls: record.acceptsUnsignedCalls,
    credential: { kind: record.credentialKind, endsAt: credentialEndsAt },
    state: connectionState(facts, now),
    webhookUrl: callUrlOf(publicUrl, record),
    landingPageUrl: landingPageUrlOf(publicUrl, connectionId),
    accountUrl: accountUrl({ publicUrl }, connectionId),
    testPurchaseUrl: testPurchaseUrlOf(surroundings, purchasable(record)),
    createdAt: record.createdAt,
    lastCallAt: record.notifiedAt,
    reconciliation: {
      state: isRunning ? 'Running' : askedAt ? 'Asked' : 'Idle',
      askedAt,
      doneAt,
      result: result && resultView(result),
      failure,
    },
    usageComparedAt: record.usageComparedAt,
    lastCheck: record.lastCheck,
    circuit: sendingFailure,
  };
}

const resultView = ({ compared, unreadable, repaired, unrepaired }: ReconciliationResult) => ({
  compared,
  unreadable,
  repaired,
  unrepaired,
});

export async function findConnection(
  database: Database,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionView | Refusal> {
  const record = await findConnectionView(database, workspaceId, connectionId);
  return record ?? refuseUnknown('connectionId', 'marketplace connection');
}

export function connectionResponse(context: Surroundings, found: ConnectionView | Refusal) {
  return withRevision(found, (record) => connectionView(record, context));
}
