import { type Static, Type } from 'typebox';
import { maxSellerTextLength } from '../../../core/marketplace/connections/seller.ts';
import { defaultRegion } from '../../../core/marketplace/licences/licence-address.ts';
import type { ReconciliationResult } from '../../../core/marketplace/notifications/reconciliation-state.ts';
import type { StoredSeller } from '../../../storage/marketplace/connections.ts';
import { nullable } from '../schemas.ts';

/** Where the events of a seller's account are sent. */
export const eventsPath = (connectionId: string) => `/api/marketplace/aws/${connectionId}/events`;

/** The account of a seller, in a connection; null for an application. */
export const SellerAccountView = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  description: 'The account of a seller; null for an application.',
  properties: {
    sellerAccount: { type: 'string', description: 'The number of the account that published the products.' },
    region: { type: 'string', description: 'Where usage is metered; stays once usage was reported.' },
    accessKeyId: { ...nullable.text, description: "Null: the node's own credential." },
    roleArn: { ...nullable.text, description: 'The role that is assumed; null: none.' },
    externalId: { type: 'string', description: "For the role's trust policy." },
    endpointUrl: { ...nullable.text, description: 'The address of an emulator; null: the marketplace.' },
    sendZeros: { type: 'boolean', description: 'Whether hours without usage are reported as 0.' },
    previousEventSecretEndsAt: {
      ...nullable.instant,
      description: 'Until when the previous event secret is accepted; null: there is none.',
    },
    reconcilesAgreements: {
      type: ['boolean', 'null'],
      description:
        'Whether pay as you go is compared with the agreements at the marketplace. False: its account does not grant ' +
        '`SearchAgreements` and `DescribeAgreement`. Null: not compared yet.',
    },
  },
  required: [
    'sellerAccount',
    'region',
    'accessKeyId',
    'roleArn',
    'externalId',
    'endpointUrl',
    'sendZeros',
    'previousEventSecretEndsAt',
    'reconcilesAgreements',
  ],
});

export function sellerView(
  { eventSecrets, ...settings }: StoredSeller['seller'],
  comparison: ReconciliationResult | null,
) {
  return {
    ...settings,
    previousEventSecretEndsAt: eventSecrets.previous?.endsAt ?? null,
    reconcilesAgreements: comparison?.comparesAgreements ?? null,
  };
}

/** The credential of a seller's account; write-only. */
export const SellerCredentialBody = Type.Union([
  Type.Object({
    kind: Type.Literal('accessKey'),
    accessKeyId: Type.String({ minLength: 1, maxLength: 128 }),
    secretAccessKey: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  Type.Object(
    { kind: Type.Literal('node') },
    { description: "The node's own credential, as far as its setting `AWS_NODE_CREDENTIALS` allows it." },
  ),
]);
export type SellerCredentialBody = Static<typeof SellerCredentialBody>;

/** The members of a body that only a seller's account has. */
export const sellerMembers = {
  sellerAccount: Type.String({
    maxLength: 20,
    description: 'The number of the account that published the products: 12 digits.',
  }),
  region: Type.String({
    maxLength: 40,
    description: `Where usage is metered; default: ${defaultRegion}. Stays once usage was reported.`,
  }),
  roleArn: Type.Unsafe<string | null>({
    ...nullable.text,
    maxLength: maxSellerTextLength,
    description: 'A role of the account to assume, with the `externalId` of the connection.',
  }),
  endpointUrl: Type.Unsafe<string | null>({
    ...nullable.text,
    maxLength: maxSellerTextLength,
    description: 'One address for all services, of an emulator. Default: the marketplace.',
  }),
  sendZeros: Type.Boolean({ description: 'Reports hours without usage as 0; default: false.' }),
};
