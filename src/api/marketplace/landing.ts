import type { FastifyInstance } from 'fastify';
import { type ActivatedPurchase, activatePurchase } from '../../actions/marketplace/activate-purchase.ts';
import { recordPurchaseVisit } from '../../actions/marketplace/record-purchase.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { unmappedPlanText } from '../../core/marketplace/notifications/alignment.ts';
import { accountUrl } from '../../core/marketplace/purchases/account.ts';
import { refuse } from '../../core/refusal.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { visitorActor } from '../../core/workspaces/visitor.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { arrive, tokenOf } from './arrival.ts';
import { landingErrorPage, landingErrors } from './landing-errors.ts';
import {
  activePage,
  confirmPage,
  endedPage,
  signInPage,
  suspendedPage,
  waitingPage,
} from './landing-pages.ts';
import { landingPath } from './landing-path.ts';
import { type LandingConnection, visitorCookie } from './landing-visitor.ts';
import { becomesCustomer, isRegistration, receiveRegistration, register } from './receive-registration.ts';
import { resolvePurchase } from './resolve-purchase.ts';
import { notifyPartner, sendLandingError, sendNotFound, sendNotReceived } from './send-landing-error.ts';

export const landingPurpose = 'landing';
const visitsPerMinute = 60;
const hidden = { schema: { hide: true } } as const;

/** The landing page, to which the marketplace sends buyers after a purchase and for managing it. */
export function landingRoutes(context: ApiContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      const decision = await context.rateLimiter.take(`landing:${request.ip}`, visitsPerMinute);
      if (decision.allowed) return;
      reply.header('retry-after', String(Math.max(1, decision.secondsUntilMore)));
      return sendPage(reply, landingErrorPage(landingErrors.tooOften, 'Tessera', null));
    });

    app.get(`${landingPath}/:connectionId`, hidden, async (request, reply) => {
      const arrival = await arrive(context, request, reply, tokenOf(request));
      if (!arrival) return reply;
      if (!context.signIn) return sendLandingError(reply, arrival, 'signInNotSetUp');
      // Tried again after a failure.
      if (isRegistration(context, arrival)) return register(context, reply, arrival, false);
      const { landing, token, visit } = arrival;
      const user = visitorCookie.read(context, request);
      if (!user) return sendPage(reply, signInPage(visit));

      const resolved = await resolvePurchase(context, landing, token, user);
      if (resolved.outcome !== 'found') return sendNotFound(context, reply, arrival, resolved, user);
      const { purchase, plan, state, seats, subscriptionId } = resolved;
      const account = accountUrl(context, landing.connectionId, subscriptionId);
      const shown = { purchase, plan, user, seats, account };
      switch (state) {
        case 'ToConfirm': {
          await recordPurchaseVisit(
            { database: context.writes, now: context.clock.now() },
            landing,
            purchase,
          );
          const { offerId, planId } = purchase;
          const { sourceName, connectionId } = landing;
          if (!plan) {
            const args = { sourceName, offerId, planId };
            const refusal = refuse('marketplace.plan_not_mapped', args, unmappedPlanText(purchase));
            return sendNotReceived(context, reply, arrival, purchase, refusal);
          }
          const { tenantId, objectId } = user;
          const confirmation = sealConfirmation(context, { connectionId, token, tenantId, objectId });
          return sendPage(reply, confirmPage(visit, shown, confirmation, arrival.confirmAddress));
        }
        case 'Waiting':
          return sendPage(reply, waitingPage(visit, shown));
        case 'Active': {
          const { confirmed } = request.query as { confirmed?: unknown };
          return sendPage(reply, activePage(visit, shown, confirmed !== undefined));
        }
        case 'Suspended':
          return sendPage(reply, suspendedPage(visit, shown));
        case 'Ended':
          return sendPage(reply, endedPage(visit, shown));
        case 'Unclear': {
          const reason = `The marketplace reports ${purchase.status}, which contradicts the status here.`;
          await notifyPartner(context, arrival, { purchase, cause: 'Unclear', reason });
          return sendLandingError(reply, arrival, 'unclear');
        }
      }
    });

    app.post(`${landingPath}/:connectionId`, hidden, (request, reply) =>
      receiveRegistration(context, request, reply),
    );

    app.get(`${landingPath}/:connectionId/sign-in`, hidden, async (request, reply) => {
      const arrival = await arrive(context, request, reply, tokenOf(request));
      if (!arrival) return reply;
      if (!context.signIn) return sendLandingError(reply, arrival, 'signInNotSetUp');
      const { account } = request.query as { account?: unknown };
      return beginSignIn(context, context.signIn, reply, {
        purpose: landingPurpose,
        returnTo: arrival.returnTo,
        chooseAccount: account === 'choose',
      });
    });

    app.post(`${landingPath}/:connectionId/confirm`, hidden, async (request, reply) => {
      const confirmation = readConfirmation(context, request.body);
      const { connectionId } = request.params as { connectionId: string };
      const isOfThisPage = confirmation?.connectionId === connectionId.toLowerCase();
      const arrival = await arrive(context, request, reply, isOfThisPage ? confirmation?.token : undefined);
      if (!arrival || !confirmation) return reply;
      const { landing, token, visit } = arrival;
      const user = visitorCookie.read(context, request);
      // The user has signed out or changed since the form was shown, so it is shown again.
      if (!user || !isConfirmedBy(confirmation, user)) return reply.redirect(visit.url, 303);

      const resolved = await resolvePurchase(context, landing, token, user);
      if (resolved.outcome !== 'found') return sendNotFound(context, reply, arrival, resolved, user);
      const { purchase, state } = resolved;
      if (state !== 'ToConfirm') return reply.redirect(visit.url, 303);
      if (!(await becomesCustomer(context, landing, purchase, user))) return reply.redirect(visit.url, 303);
      const completed = await completePurchase(context, landing, purchase, user, request.ip);
      switch (completed.outcome) {
        case 'completed':
          return reply.redirect(arrival.confirmedAddress, 303);
        case 'not-received':
          return sendNotReceived(context, reply, arrival, purchase, completed.refusal);
        default: {
          const { reason } = completed;
          request.log.warn({ connectionId, reason }, 'a purchase was not activated');
          await notifyPartner(context, arrival, { purchase, cause: 'ActivationFailed', reason });
          return sendLandingError(reply, arrival, 'notActivated');
        }
      }
    });
  };
}

/**
 * State of the confirmation form: the shown purchase and user. Sealed, as CSRF protection: another site cannot read the
 * page to forge it.
 */
interface Confirmation {
  readonly connectionId: string;
  readonly token: string;
  readonly tenantId: string;
  readonly objectId: string;
}

const sealContext = { purpose: 'purchase confirmation', belongsTo: 'landing confirmation' } as const;

function sealConfirmation({ encryptionKey }: ApiContext, confirmation: Confirmation): string {
  return Buffer.from(seal(JSON.stringify(confirmation), encryptionKey, sealContext)).toString('base64url');
}

function readConfirmation({ encryptionKey }: ApiContext, body: unknown): Confirmation | undefined {
  const { confirmation } = (body ?? {}) as { confirmation?: unknown };
  if (typeof confirmation !== 'string') return undefined;
  try {
    return JSON.parse(unseal(Buffer.from(confirmation, 'base64url'), encryptionKey, sealContext));
  } catch {
    return undefined;
  }
}

function isConfirmedBy(
  { tenantId, objectId }: Confirmation,
  user: Pick<SignedInUser, 'tenantId' | 'objectId'>,
): boolean {
  return tenantId === user.tenantId && objectId === user.objectId;
}

/** Activates the purchase for the user who has confirmed it. */
async function completePurchase(
  { writes, clock, randomBytes, fulfilment }: ApiContext,
  landing: LandingConnection,
  purchase: MarketplaceSubscription,
  user: SignedInUser,
  address: string,
): Promise<ActivatedPurchase> {
  const actor = visitorActor(user, address);
  const context = () => ({ database: writes, now: clock.now(), randomBytes, actor });
  const { connection } = landing;
  const reason = 'landing page';
  return activatePurchase(context, {
    fulfilment,
    connection,
    source: landing,
    purchase,
    confirmer: user,
    reason,
  });
}
