import type { ApiClient } from '../../core/clients/api-client.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { EventResolver } from '../../core/usage/events/event-batch.ts';
import { limitPeriodsOf } from '../../core/usage/limits/limit.ts';
import { type ReservationRequest, refuseMeter } from '../../core/usage/limits/reservation.ts';
import type { MeteredCandidate } from '../../core/usage/meter-mapping.ts';
import type { ActionContext } from '../context.ts';
import { decideReservation, type GrantedReservation } from './decide-reservations.ts';
import { findForbiddenProducts } from './record-events.ts';

/** Grants a quantity of a dimension, if all its limits have room for it. */
export async function reserve(
  context: ActionContext,
  client: ApiClient,
  request: ReservationRequest,
  candidates: readonly MeteredCandidate[],
): Promise<GrantedReservation | Refusal> {
  const { database, now, randomBytes } = context;
  const { product, quantity, subject, ttlSeconds } = request;
  const forbidden = await findForbiddenProducts(database, client, [product]);
  if (forbidden.has(product)) return refuse('api_client.product_not_allowed', { product });
  const reservationId = timeOrderedId(now, randomBytes);
  // With a key, so that unique keys are refused because they cannot be reserved, not because one is missing.
  const identity = { id: reservationId, source: client.apiClientId, uniqueKey: reservationId };
  const resolved = new EventResolver(now).resolve({ ...request, ...identity, occurredAt: now }, candidates);
  if (isRefusal(resolved)) return resolved;
  const { target } = resolved;
  const refused = refuseMeter(target.meter.aggregation, quantity);
  if (refused) return refused;
  return decideReservation({
    context,
    workspaceId: client.workspaceId,
    meter: {
      subscriptionId: target.subscriptionId,
      dimension: target.dimension,
      subject,
      sourceName: target.address.sourceName,
      periods: limitPeriodsOf(target.terms, target.hour),
    },
    reservation: {
      reservationId,
      apiClientId: client.apiClientId,
      quantity,
      grantedAt: now,
      expiresAt: new Date(now.getTime() + ttlSeconds * 1_000),
    },
  });
}
