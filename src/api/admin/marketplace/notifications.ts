import { Type } from 'typebox';
import { isKnownAction, notificationStates } from '../../../core/marketplace/received-notification.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { listNotifications, type NotificationRecord } from '../../../storage/marketplace/notifications.ts';
import { answer, oneOf } from '../../schemas.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';

const requesters = ['Marketplace', 'Publisher'] as const;

const shown = {
  callId: uuid,
  sourceName: Type.String(),
  operationId: Type.String({ description: "The marketplace's." }),
  marketplaceSubscriptionId: Type.String(),
  subscriptionId: Type.Unsafe<string | null>({
    ...nullable.uuid,
    description: 'Ours; null when there is none.',
  }),
  action: Type.String({ description: 'As the marketplace writes it.' }),
  isKnownAction: Type.Boolean({ description: 'Others change nothing; support is told of them.' }),
  requestedBy: Type.Unsafe<string | null>({
    enum: [...requesters, null],
    description: '`Publisher`: asked for from here. Null when the marketplace does not say.',
  }),
  state: oneOf(notificationStates),
  detail: Type.Unsafe<string | null>({
    ...nullable.text,
    description: 'What became of it, or what the last try met.',
  }),
  receivedAt: instant,
  repeats: Type.Integer({ description: 'How often it came again.' }),
  attempts: Type.Integer(),
  dueAt: Type.Unsafe<Date | null>({ ...nullable.instant, description: 'When it is tried next.' }),
  decidedAt: nullable.instant,
};

const Call = Type.Object(shown, { $id: 'MarketplaceCall' });

const CallDetails = Type.Object(
  {
    ...shown,
    body: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'As it came; or, of what was asked for from here, what was asked.',
    }),
  },
  { $id: 'MarketplaceCallDetails' },
);

const example = {
  callId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  sourceName: 'Microsoft Marketplace',
  operationId: '74dfb4db-c193-4891-827d-eb05fbdc64b0',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  action: 'ChangeQuantity',
  isKnownAction: true,
  requestedBy: 'Marketplace',
  state: 'Applied',
  detail: 'changeQuantity',
  receivedAt: '2026-11-15T09:00:00.000Z',
  repeats: 0,
  attempts: 1,
  dueAt: null,
  decidedAt: '2026-11-15T09:00:00.400Z',
};

export function notificationView({ workspaceId: _, body: __, ...call }: NotificationRecord) {
  return { ...call, isKnownAction: isKnownAction(call.action) };
}

const path = '/workspaces/:workspaceId/marketplace-calls';

export const notificationRoutes = adminRoutes((routes, context) => {
  routes.schemas(Call, CallDetails);
  routes.get(path, {
    access: 'read',
    operationId: 'listMarketplaceCalls',
    summary: 'What the marketplace called about, and what it was asked for',
    description: 'Kept for 90 days after it was decided.',
    tags: ['Marketplace'],
    querystring: Type.Object({
      ...pageQuery,
      state: Type.Optional(oneOf(notificationStates)),
      action: Type.Optional(Type.String({ maxLength: 100 })),
      requestedBy: Type.Optional(oneOf(requesters)),
      sourceName: Type.Optional(Type.String({ maxLength: 100 })),
      operationId: Type.Optional(Type.String({ maxLength: 100 })),
      marketplaceSubscriptionId: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    answers: { 200: pageAnswer('Calls, the newest first.', Type.Ref('MarketplaceCall'), example) },
    handle: ({ workspaceId, query }) =>
      readPage(
        query,
        (limit) => listNotifications(context.database, workspaceId, { ...query, limit }),
        ({ callId }) => callId,
        notificationView,
      ),
  });

  routes.get(`${path}/:callId`, {
    access: 'read',
    operationId: 'readMarketplaceCall',
    summary: 'One call, as it came',
    tags: ['Marketplace'],
    answers: {
      200: answer('The call.', Type.Ref('MarketplaceCallDetails'), {
        ...example,
        body: { id: example.operationId, action: example.action, quantity: 8 },
      }),
    },
    handle: async ({ workspaceId, params }) => {
      const question = { callId: params.callId, limit: 1 };
      const [call] = await listNotifications(context.database, workspaceId, question);
      if (!call) return refuseUnknown('callId', 'call of the marketplace');
      return { ...notificationView(call), body: call.body };
    },
  });
});
