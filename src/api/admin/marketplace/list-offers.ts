import { Type } from 'typebox';
import type { ListedOffer } from '../../../core/marketplace/connections/connection-finding.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable } from '../schemas.ts';
import { connectionsPath, findConnection } from './connection-view.ts';
import { commonDeadline, openConnection, readOffers, unopened } from './read-offers.ts';

/** A person waits before a form, and can type the ids instead. */
const timeoutMilliseconds = 10_000;

const failure = (description: string) => described(nullable.text, description);

const MarketplaceOffer = Type.Object(
  {
    offerId: Type.String(),
    failure: failure('Why its plans could not be read; null: they are listed.'),
    plans: Type.Array(
      Type.Object({
        planId: Type.String(),
        name: Type.String(),
        isPrivate: Type.Boolean(),
        isPerUser: Type.Boolean({ description: 'Whether it is sold by the seat.' }),
        isForSale: Type.Boolean(),
        dimensions: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), unit: Type.String() })),
      }),
    ),
  },
  { $id: 'MarketplaceOffer' },
);

const example = {
  checkedAt: '2026-11-15T09:00:00.000Z',
  failure: null,
  offers: [
    {
      offerId: 'aqueduct',
      failure: null,
      plans: [
        {
          planId: 'standard-monthly',
          name: 'Standard, monthly',
          isPrivate: false,
          isPerUser: false,
          isForSale: true,
          dimensions: [{ id: 'rows-moved', name: 'Rows moved', unit: 'million rows' }],
        },
      ],
    },
  ],
};

/** The offers and plans that the marketplace lists, for the choice of a mapping's ids. */
export const listOffersRoute = adminRoutes('Marketplace', (routes, context) => {
  routes.schemas(MarketplaceOffer);
  routes.get(`${connectionsPath}/:connectionId/offers`, {
    access: 'change:catalogue',
    operationId: 'listMarketplaceOffers',
    summary: 'List the offers and plans of a connection',
    description:
      'Reads the offers from the marketplace within 10 seconds, and caches them for 5 minutes or until the connection is changed; an ' +
      'incomplete list for 30 seconds. While the marketplace does not respond, the offers are those of its last response, if any. ' +
      'The marketplace lists the plans of an offer only through a subscription: an offer without any is missing, and private plans may be. At most 20 offers.',
    querystring: Type.Object({
      refresh: Type.Optional(
        Type.Boolean({
          description: 'Whether to request the offers now instead of using the cached response.',
        }),
      ),
    }),
    responses: {
      200: jsonResponse(
        'The offers by id, as of `checkedAt`; with a `failure` if the latest request failed.',
        Type.Object({
          checkedAt: described(instant, 'When the marketplace listed the offers.'),
          failure: failure('Why the latest request failed; null: it succeeded.'),
          offers: Type.Array(Type.Ref('MarketplaceOffer')),
        }),
        example,
      ),
    },
    handle: async ({ workspaceId, params, query }) => {
      const record = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(record)) return record;
      const { listedAt, failure, offers } = await context.listedOffers.get(
        record,
        query.refresh ?? false,
        async () => {
          const connection = openConnection(record, context.encryptionKey);
          return connection
            ? readOffers(context.fulfilment, connection, commonDeadline(timeoutMilliseconds))
            : { sold: unopened, offers: [] };
        },
      );
      return {
        checkedAt: listedAt,
        failure,
        offers: offers.map(offerView).sort((a, b) => (a.offerId < b.offerId ? -1 : 1)),
      };
    },
  });
});

function offerView({ offerId, plans }: ListedOffer) {
  if (plans.outcome === 'failed') return { offerId, failure: plans.reason, plans: [] };
  return {
    offerId,
    failure: null,
    plans: plans.value.map((plan) => ({
      planId: plan.planId,
      name: plan.displayName,
      isPrivate: plan.isPrivate,
      isPerUser: plan.isPricePerSeat,
      isForSale: !plan.isStopSell,
      dimensions: plan.dimensions.map(({ id, displayName, unitOfMeasure }) => ({
        id,
        name: displayName,
        unit: unitOfMeasure,
      })),
    })),
  };
}
