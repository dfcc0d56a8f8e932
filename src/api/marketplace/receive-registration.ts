import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimLicence, recordLicence } from '../../actions/marketplace/licence-events.ts';
import { recordSeenPurchase } from '../../actions/marketplace/record-purchase.ts';
import { traitsOf } from '../../core/marketplace/connections/kinds.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { readLicenceArn } from '../../core/marketplace/licences/licence-address.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import { type Arrival, arrive, purchaseLink, readPurchaseLink, readPurchaseToken } from './arrival.ts';
import { landingErrorPage, landingErrors } from './landing-errors.ts';
import type { LandingConnection } from './landing-visitor.ts';
import { notifyPartner, sendLandingError, sendNotFound } from './send-landing-error.ts';

/** Long enough to sign in. */
const linkMilliseconds = 3_600_000;

/** The form that the marketplace lets the buyer's browser send. It brings no cookies. */
export async function receiveRegistration(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const arrival = await arrive(context, request, reply, readPurchaseToken(form['x-amzn-marketplace-token']));
  if (!arrival) return reply;
  if (!isRegistration(context, arrival)) {
    const { workspaceName } = arrival.landing;
    return sendPage(reply, landingErrorPage(landingErrors.tokenMissing, workspaceName, null));
  }
  return register(context, reply, arrival, form['x-amzn-marketplace-offer-type'] === 'free-trial');
}

/** Whether the token is the marketplace's, and brings an account number instead of the customer. */
export function isRegistration(context: ApiContext, { landing, token }: Arrival): boolean {
  if (traitsOf(landing.connection).namesCustomer) return false;
  return readPurchaseLink(context, landing.connectionId, token) === undefined;
}

/**
 * The token may be valid once: it is redeemed and the purchase stored, then the browser goes on with a link of our own.
 */
export async function register(
  context: ApiContext,
  reply: FastifyReply,
  arrival: Arrival,
  isFreeTrial: boolean,
): Promise<FastifyReply> {
  const { landing, token } = arrival;
  const { connection, connectionId } = landing;
  const resolved = await context.fulfilment.resolve(connection, token);
  if (resolved.outcome !== 'answered') return sendNotFound(context, reply, arrival, resolved, null);
  const { subscriptionId, offerId, account } = resolved.value;
  const licence = readLicenceArn(subscriptionId);
  if (!licence || account === undefined) {
    const reason = 'The registration names no licence: the listing is older than licences.';
    await notifyPartner(context, arrival, { purchase: null, cause: 'Unclear', reason });
    return sendLandingError(reply, arrival, 'unclear');
  }
  const action = { database: context.writes, now: context.clock.now() };
  const seen = { licence, productCode: offerId, account, isFreeTrial };
  const recorded = await recordLicence(action, landing, seen);
  if (typeof recorded === 'string') {
    reply.log.warn({ connectionId, reason: recorded }, 'a registration contradicts what is known');
    const purchase = { id: licence, offerId, planId: '', beneficiary: null };
    await notifyPartner(context, arrival, { purchase, cause: 'Unclear', reason: recorded });
    return sendLandingError(reply, arrival, 'unclear');
  }
  const read = await context.fulfilment.getSubscription(connection, licence);
  if (read.outcome === 'answered') await recordSeenPurchase(action, landing, read.value);
  return reply.redirect(purchaseLink(context, connectionId, licence, linkMilliseconds), 303);
}

/** Makes the visitor's organisation the customer, where the purchase names none. False: another one is. */
export async function becomesCustomer(
  { writes }: Pick<ApiContext, 'writes'>,
  landing: LandingConnection,
  purchase: MarketplaceSubscription,
  user: SignedInUser,
): Promise<boolean> {
  if (traitsOf(landing.connection).namesCustomer) return true;
  return claimLicence({ database: writes }, landing, purchase.id, user.tenantId);
}
