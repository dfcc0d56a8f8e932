import { Type } from 'typebox';
import type { ActionContext } from '../../../actions/context.ts';
import {
  addSellerConnection,
  changeSellerConnection,
  rotateSellerEventSecret,
} from '../../../actions/marketplace/sellers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { jsonResponse } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { unlessRefused, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { nullable } from '../schemas.ts';
import { connectionResponse, connectionsPath, connectionView } from './connection-view.ts';
import { type ConnectionBody, type NewSellerAccount, readSellerChanges } from './read-connection.ts';

/** Connects a seller's account; the response alone has its event secret. */
export async function connectSeller(
  context: AdminContext,
  action: ActionContext,
  workspaceId: string,
  { seller, credential }: NewSellerAccount,
) {
  const connected = await addSellerConnection(action, workspaceId, seller, credential, context);
  if (isRefusal(connected)) return connected;
  const { connection, eventSecret } = connected;
  return withRevision(connection, (record) => ({ ...connectionView(record, context), eventSecret }));
}

export async function changeSeller(
  context: AdminContext,
  action: ActionContext,
  key: { readonly workspaceId: string; readonly connectionId: string },
  body: Partial<ConnectionBody>,
  revision: number | 'any',
) {
  const changes = readSellerChanges(body);
  if (isRefusal(changes)) return changes;
  return connectionResponse(context, await changeSellerConnection(action, key, changes, context, revision));
}

const rotatedEventSecret = jsonResponse(
  'The new event secret. It is shown here and never again.',
  Type.Object({ eventSecret: Type.String(), previousSecretEndsAt: nullable.instant }),
  {
    eventSecret: 'kX1…',
    previousSecretEndsAt: '2026-11-16T09:00:00.000Z',
  },
);

export const sellerConnectionRoutes = adminRoutes('Marketplace', (routes) => {
  routes.post(`${connectionsPath}/:connectionId/rotate-event-secret`, {
    access: 'change:settings',
    operationId: 'rotateMarketplaceEventSecret',
    summary: 'Rotate the event secret of a seller account',
    description:
      'The previous secret is accepted for 24 more hours. Only connections of an account of a seller have one.',
    responses: { 200: rotatedEventSecret },
    handle: async ({ action, workspaceId, params }) => {
      const { connectionId } = params;
      const rotated = await rotateSellerEventSecret(action, { workspaceId, connectionId });
      return unlessRefused(rotated, ({ connection, eventSecret }) => ({
        eventSecret,
        previousSecretEndsAt: connection.seller?.eventSecrets.previous?.endsAt ?? null,
      }));
    },
  });
});
