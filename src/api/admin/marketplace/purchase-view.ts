import { Type } from 'typebox';
import { defaultSourceName } from '../../../core/catalogue/marketplace-kind.ts';
import {
  explainPurchase,
  purchaseReasons,
  unconfirmedMoves,
} from '../../../core/marketplace/purchases/pending-purchase.ts';
import type { PendingPurchase } from '../../../storage/marketplace/pending-purchases.ts';
import { purchaseLink } from '../../marketplace/arrival.ts';
import { oneOf } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

const named = (description: string) =>
  nullable.object({ slug: Type.String(), name: Type.String() }, description);

const idAtMarketplace = 'The id at the marketplace; null until the marketplace has listed the purchase.';

export const Purchase = Type.Object(
  {
    marketplaceSubscriptionId: Type.String(),
    subscriptionId: described(
      nullable.uuid,
      'The Pending subscription here; null until the buyer has confirmed the purchase.',
    ),
    boughtAt: described(instant, 'As the marketplace says, or when the purchase was first seen.'),
    tenantId: nullable.uuid,
    organisation: nullable.object({ organisationId: uuid, name: Type.String() }),
    buyerEmail: nullable.text,
    account: described(
      nullable.text,
      "The buyer's account number, where the marketplace names the buyer by that alone.",
    ),
    quantity: nullable.integer,
    offerId: described(nullable.text, idAtMarketplace),
    planId: described(nullable.text, idAtMarketplace),
    product: named('Null while the plan is not mapped.'),
    plan: named('Null while the plan is not mapped.'),
    connection: nullable.object(
      { connectionId: uuid, sourceName: Type.String() },
      'The connection that sold it; null if there is none.',
    ),
    reason: described(oneOf(purchaseReasons), 'Why it is not active. New versions add reasons.'),
    reasonText: Type.String({ description: "The reason in words, with the marketplace's last error." }),
    whatToDo: Type.String(),
    canActivate: Type.Boolean({ description: 'Whether an activation from here can succeed.' }),
    canAssign: Type.Boolean({
      description:
        'Whether staff can assign it to a customer: the marketplace names none, and nobody has confirmed it.',
    }),
    canCancel: Type.Boolean({
      description:
        'Whether its end can be requested from here: nobody has confirmed it, and the marketplace takes requests.',
    }),
    openedAt: described(nullable.instant, 'When the buyer first opened the landing page.'),
    wrongAccounts: Type.Array(
      Type.Object({
        username: described(nullable.text, 'Null for a personal account: whose it is, is not stored.'),
        tenantId: uuid,
        isPersonal: Type.Boolean({ description: 'A personal Microsoft account, of no organisation.' }),
        organisation: described(nullable.text, 'The name of the organisation, if it is a customer.'),
        visitedAt: instant,
      }),
      {
        description:
          'Visits of the landing page in the last 30 days by users who may not confirm the purchase: the latest visit of ' +
          'up to ten users, the latest first.',
      },
    ),
    failedAt: described(nullable.instant, 'When the marketplace last refused a request about it.'),
    comparedAt: described(nullable.instant, 'When the marketplace last listed it.'),
    landingLink: described(
      nullable.text,
      'For the buyer: leads to the landing page of this purchase for 14 days. The buyer signs in and confirms there. Null ' +
        'if there is no page to lead to.',
    ),
  },
  { $id: 'Purchase' },
);

export const purchaseExample = {
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  subscriptionId: null,
  boughtAt: '2026-11-15T09:00:00.000Z',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: null,
  buyerEmail: 'ada@contoso.example',
  account: null,
  quantity: 5,
  offerId: 'forum',
  planId: 'team',
  product: { slug: 'forum', name: 'Forum' },
  plan: { slug: 'team', name: 'Team, per seat' },
  connection: { connectionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7', sourceName: defaultSourceName },
  reason: 'WrongAccount',
  reasonText:
    'ada@fabrikam.example of Fabrikam opened the landing page, which needs an account of the buyer’s organisation.',
  whatToDo:
    'Send the buyer the link to the landing page, and ask them to sign in with an account of the organisation that bought it.',
  canActivate: true,
  canAssign: false,
  canCancel: true,
  openedAt: null,
  wrongAccounts: [
    {
      username: 'ada@fabrikam.example',
      tenantId: 'b0000000-0000-4000-8000-000000000002',
      isPersonal: false,
      organisation: 'Fabrikam',
      visitedAt: '2026-11-15T09:10:00.000Z',
    },
  ],
  failedAt: null,
  comparedAt: '2026-11-15T10:00:00.000Z',
  landingLink:
    'https://tessera.example/marketplace/landing/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7?token=tessera-dHNrMQ',
};

export function purchaseView(context: AdminContext, purchase: PendingPurchase) {
  const { isMapped: _, hasBeneficiary: __, isConfirmed: ___, failure, connection, ...facts } = purchase;
  const { reason, text, whatToDo, canActivate } = explainPurchase(purchase);
  const hasPage = connection !== null && reason !== 'UnknownAtMarketplace';
  return {
    ...facts,
    connection: connection && { connectionId: connection.connectionId, sourceName: connection.sourceName },
    reason,
    reasonText: text,
    whatToDo,
    canActivate,
    ...unconfirmedMoves(purchase),
    failedAt: failure?.at ?? null,
    landingLink: hasPage
      ? purchaseLink(context, connection.connectionId, facts.marketplaceSubscriptionId)
      : null,
  };
}
