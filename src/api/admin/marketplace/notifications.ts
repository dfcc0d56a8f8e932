import { Type } from 'typebox';
import { defaultSourceName } from '../../../core/catalogue/marketplace-kind.ts';
import { movesOfDetail } from '../../../core/marketplace/notifications/alignment.ts';
import { isKnownAction, notificationStates } from '../../../core/marketplace/notifications/notification.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { moveTypes } from '../../../core/subscriptions/transition.ts';
import {
  listNotifications,
  loadNotificationTotal,
  type NotificationRecord,
  notificationOrder,
} from '../../../storage/marketplace/notification-views.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

const requesters = ['Marketplace', 'Publisher'] as const;

const shown = {
  callId: uuid,
  sourceName: Type.String(),
  operationId: Type.String({ description: 'The id of the operation at the marketplace.' }),
  marketplaceSubscriptionId: Type.String(),
  subscriptionId: described(nullable.uuid, 'The subscription here; null if there is none.'),
  tenantId: described(nullable.uuid, 'Of the subscription.'),
  organisation: described(nullable.text, 'The name of the tenant’s organisation; null without one.'),
  action: Type.String({ description: 'The raw name.' }),
  isKnownAction: Type.Boolean({ description: 'Unknown actions change nothing and raise a notice.' }),
  requestedBy: Type.Unsafe<string | null>({
    enum: [...requesters, null],
    description: '`Publisher`: requested from here. Null if the marketplace omits it.',
  }),
  state: oneOf(notificationStates),
  detail: described(nullable.text, 'The reason of the state, or the failure of the last attempt.'),
  moves: Type.Array(Type.Object({ move: oneOf(moveTypes) }), {
    description:
      'The changes of the subscription, in order. Empty without a change; then `detail` has the reason.',
  }),
  receivedAt: instant,
  repeats: Type.Integer({ description: 'How often it was received again.' }),
  attempts: Type.Integer(),
  dueAt: described(nullable.instant, 'The next attempt; null in a final state.'),
  decidedAt: nullable.instant,
};

const Notification = Type.Object(shown, { $id: 'MarketplaceCall' });

const NotificationDetails = Type.Object(
  {
    ...shown,
    body: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The raw body; for a change requested from here, the request.',
    }),
  },
  { $id: 'MarketplaceCallDetails' },
);

const example = {
  callId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  sourceName: defaultSourceName,
  operationId: '74dfb4db-c193-4891-827d-eb05fbdc64b0',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: 'Contoso',
  action: 'ChangeQuantity',
  isKnownAction: true,
  requestedBy: 'Marketplace',
  state: 'Applied',
  detail: 'changeQuantity',
  moves: [{ move: 'changeQuantity' }],
  receivedAt: '2026-11-15T09:00:00.000Z',
  repeats: 0,
  attempts: 1,
  dueAt: null,
  decidedAt: '2026-11-15T09:00:00.400Z',
};

function notificationView({ workspaceId: _, body: __, notificationId, ...notification }: NotificationRecord) {
  const { action, detail } = notification;
  const moves = movesOfDetail(detail).map((move) => ({ move }));
  return { callId: notificationId, ...notification, isKnownAction: isKnownAction(action), moves };
}

const path = '/workspaces/:workspaceId/marketplace-calls';

export const notificationRoutes = adminRoutes('Marketplace', (routes, context) => {
  routes.schemas(Notification, NotificationDetails);
  routes.get(path, {
    access: 'read',
    operationId: 'listMarketplaceCalls',
    summary: 'List marketplace notifications and requested changes',
    description: 'Stored for 90 days after their final state.',
    querystring: Type.Object({
      ...sortedQuery(notificationOrder),
      state: Type.Optional(oneOf(notificationStates)),
      action: Type.Optional(Type.String({ maxLength: 100 })),
      requestedBy: Type.Optional(oneOf(requesters)),
      sourceName: Type.Optional(Type.String({ maxLength: 100 })),
      operationId: Type.Optional(Type.String({ maxLength: 100 })),
      marketplaceSubscriptionId: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    responses: { 200: countedPageResponse('Notifications.', Type.Ref('MarketplaceCall'), example) },
    handle: ({ workspaceId, query }) => {
      const { limit: _, after: __, sort: ___, ...filter } = query;
      return readSortedPage(query, {
        order: notificationOrder,
        read: (page) => listNotifications(context.database, workspaceId, filter, page),
        count: () => loadNotificationTotal(context.database, workspaceId, filter),
        viewOf: notificationView,
      });
    },
  });

  routes.get(`${path}/:callId`, {
    access: 'read',
    operationId: 'readMarketplaceCall',
    summary: 'Read a marketplace notification',
    responses: {
      200: jsonResponse('The notification.', Type.Ref('MarketplaceCallDetails'), {
        ...example,
        body: { id: example.operationId, action: example.action, quantity: 8 },
      }),
    },
    handle: async ({ workspaceId, params }) => {
      const filter = { notificationId: params.callId };
      const [notification] = await listNotifications(context.database, workspaceId, filter, { limit: 1 });
      if (!notification) return refuseUnknown('callId', 'marketplace notification');
      return { ...notificationView(notification), body: notification.body };
    },
  });
});
