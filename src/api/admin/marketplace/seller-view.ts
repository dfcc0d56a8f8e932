import { type Static, Type } from 'typebox';
import { maxSellerTextLength } from '../../../core/marketplace/connections/seller.ts';
import { defaultRegion } from '../../../core/marketplace/licences/licence-address.ts';
import type { ReconciliationResult } from '../../../core/marketplace/notifications/reconciliation-state.ts';
import type { StoredSeller } from '../../../storage/marketplace/connections.ts';
import { described, nullable } from '../schemas.ts';

/** Where the events of a seller's account are sent. */
export const eventsPath = (connectionId: string) => `/api/marketplace/aws/${connectionId}/events`;

/** The account of a seller, in a connection; null for an application. */
export const SellerAccountView = nullable.object(
  {
    sellerAccount: Type.String({ description: 'The number of the account that published the products.' }),
    region: Type.String({ description: 'Where usage is metered; stays once usage was reported.' }),
    accessKeyId: described(nullable.text, "Null: the node's own credential."),
    roleArn: described(nullable.text, 'The role that is assumed; null: none.'),
    externalId: Type.String({ description: "For the role's trust policy." }),
    endpointUrl: described(nullable.text, 'The address of an emulator; null: the marketplace.'),
    sendZeros: Type.Boolean({ description: 'Whether hours without usage are reported as 0.' }),
    previousEventSecretEndsAt: described(
      nullable.instant,
      'Until when the previous event secret is accepted; null: there is none.',
    ),
    reconcilesAgreements: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Whether pay as you go is compared with the agreements at the marketplace. False: its account does not grant ' +
        '`SearchAgreements` and `DescribeAgreement`. Null: not compared yet.',
    }),
  },
  'The account of a seller; null for an application.',
);

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
