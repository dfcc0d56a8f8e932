import { Type } from 'typebox';
import type { ListedOffer } from '../../../core/marketplace/connection-finding.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { answer } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable } from '../schemas.ts';
import { connectionsPath, findConnection } from './connection-view.ts';
import { commonDeadline, openConnection, readOffers, unopened } from './read-offers.ts';

/** A person waits before a form, and can type the ids instead. */
const timeoutMilliseconds = 10_000;

const failure = (description: string) => Type.Unsafe<string | null>({ ...nullable.text, description });

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
export const listOffersRoute = adminRoutes((routes, context) => {
  routes.schemas(MarketplaceOffer);
  routes.get(`${connectionsPath}/:connectionId/offers`, {
    access: 'change:catalogue',
    operationId: 'listMarketplaceOffers',
    summary: 'List the offers and plans of a connection',
    description:
      'Asks the marketplace, for 10 seconds at most. The marketplace lists the plans of an offer only through a subscription: ' +
      'an offer without any is missing, and private plans may be. At most 20 offers.',
    tags: ['Marketplace'],
    answers: {
      200: answer(
        'The offers by id; none with a `failure` where the marketplace does not answer.',
        Type.Object({
          checkedAt: instant,
          failure: failure('Why the marketplace could not be asked; null: it answered.'),
          offers: Type.Array(Type.Ref('MarketplaceOffer')),
        }),
        example,
      ),
    },
    handle: async ({ workspaceId, params }) => {
      const record = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(record)) return record;
      const connection = openConnection(record, context.encryptionKey);
      const { sold, offers } = connection
        ? await readOffers(context.fulfilment, connection, commonDeadline(timeoutMilliseconds))
        : { sold: unopened, offers: [] };
      return {
        checkedAt: context.clock.now(),
        failure: sold.outcome === 'failed' ? sold.reason : null,
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
