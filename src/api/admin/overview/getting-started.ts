import { Type } from 'typebox';
import { gettingStarted, startingSteps } from '../../../core/overview/getting-started.ts';
import { loadStartingFacts } from '../../../storage/overview/getting-started.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { testPurchaseUrlOf } from '../marketplace/connection-view.ts';
import { adminRoutes } from '../routes.ts';
import { described, nullable } from '../schemas.ts';

const step = { ...oneOf(startingSteps), description: 'New versions add steps.' };

const GettingStarted = Type.Object({
  isComplete: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      step,
      isDone: Type.Boolean(),
      isReady: Type.Boolean({ description: 'Whether the steps that it needs are done.' }),
    }),
    { description: 'In order.' },
  ),
  next: described(nullable.oneOf(startingSteps), 'The first step that is ready and not done; null: none.'),
  product: described(nullable.text, 'The slug of the newest product.'),
  plan: described(nullable.text, 'The slug of its newest published plan without a mapping.'),
  apiClientId: described(nullable.uuid, 'The newest API client.'),
  connectionId: described(nullable.uuid, 'The newest marketplace connection.'),
  purchaseUrl: described(
    nullable.text,
    'Where the newest mapped plan can be bought, if the marketplace is an emulator of the demo.',
  ),
});

const example = {
  isComplete: false,
  steps: startingSteps.map((name, index) => ({
    step: name,
    isDone: index < 2,
    isReady: name !== 'MapPlan' && name !== 'FirstCall' && name !== 'FirstPurchase',
  })),
  next: 'AddPlan',
  product: 'aqueduct',
  plan: null,
  apiClientId: null,
  connectionId: '019b76da-a800-7c61-9ff4-d320989298ad',
  purchaseUrl: null,
};

export const gettingStartedRoute = adminRoutes('Overview', (routes, context) => {
  routes.get('/workspaces/:workspaceId/getting-started', {
    access: 'read',
    operationId: 'readGettingStarted',
    summary: 'Read the steps to the first sale',
    description: 'From an empty workspace to a call by an application and a purchase at the marketplace.',
    responses: { 200: jsonResponse('The steps.', GettingStarted, example) },
    handle: async ({ workspaceId }) => {
      const { product, plan, apiClientId, connectionId, mapping, ...facts } = await loadStartingFacts(
        context.database,
        workspaceId,
      );
      const { steps, next } = gettingStarted(facts);
      const { connection = null, ...offer } = mapping ?? {};
      const purchases = connection && testPurchaseUrlOf(context, connection);
      return {
        isComplete: steps.every(({ isDone }) => isDone),
        steps,
        next,
        product,
        plan,
        apiClientId,
        connectionId,
        purchaseUrl: purchases && `${purchases}&${new URLSearchParams(offer)}`,
      };
    },
  });
});
