import type { FastifyReply } from 'fastify';
import { raisePurchaseNotice, recordWrongAccount } from '../../actions/marketplace/record-purchase.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { PurchaseFailure } from '../../core/marketplace/purchases/purchase-notice.ts';
import type { Refusal } from '../../core/refusal.ts';
import { personalAccounts } from '../../core/workspaces/personal-accounts.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import type { Arrival } from './arrival.ts';
import { landingErrorPage, landingErrors } from './landing-errors.ts';
import { wrongAccountPage } from './landing-pages.ts';
import type { LandingConnection } from './landing-visitor.ts';
import type { ResolvedPurchase } from './resolve-purchase.ts';

export function sendLandingError(
  reply: FastifyReply,
  { visit, landing }: Arrival,
  error: keyof typeof landingErrors,
): FastifyReply {
  return sendPage(reply, landingErrorPage(landingErrors[error], visit.seller, visit.url, landing.connection));
}

/** Shows why the purchase cannot be shown, and notifies the partner of problems they must fix. */
export async function sendNotFound(
  context: ApiContext,
  reply: FastifyReply,
  arrival: Arrival,
  resolved: Exclude<ResolvedPurchase, { outcome: 'found' }>,
  user: SignedInUser | null,
): Promise<FastifyReply> {
  switch (resolved.outcome) {
    case 'wrong-account':
      await noteWrongAccount(context, arrival.landing, resolved.purchase, user);
      if (!user) throw new Error('Nobody has signed in');
      return sendPage(reply, wrongAccountPage(arrival.visit, resolved.purchase, user));
    case 'not-received':
      return sendNotReceived(context, reply, arrival, resolved.purchase, resolved.refusal);
    case 'refused':
      return sendLandingError(reply, arrival, 'tokenRefused');
    case 'unavailable':
      reply.log.warn({ reason: resolved.reason }, 'a purchase could not be resolved');
      if (!resolved.isConfiguration) {
        return sendLandingError(
          reply.header('retry-after', String(resolved.retryAfterSeconds ?? 60)),
          arrival,
          'marketplaceAway',
        );
      }
      await notifyPartner(context, arrival, {
        purchase: null,
        cause: 'ConnectionRefused',
        reason: resolved.reason,
      });
      return sendLandingError(reply, arrival, 'connectionRefused');
  }
}

/** Shows the visit at the purchase. A personal account is nobody's customer: whose it is, is not stored. */
export async function noteWrongAccount(
  { writes, clock }: Pick<ApiContext, 'clock' | 'writes'>,
  landing: LandingConnection,
  purchase: MarketplaceSubscription,
  user: SignedInUser | null,
): Promise<void> {
  const context = { database: writes, now: clock.now() };
  const account = user ? { tenantId: user.tenantId, user } : { tenantId: personalAccounts, user: null };
  await recordWrongAccount(context, landing, purchase, account);
}

/** The purchase cannot entitle anybody in the current configuration. */
export async function sendNotReceived(
  context: ApiContext,
  reply: FastifyReply,
  arrival: Arrival,
  purchase: MarketplaceSubscription,
  { code, detail }: Pick<Refusal, 'code' | 'detail'>,
): Promise<FastifyReply> {
  const cause = code === 'marketplace.beneficiary_missing' ? 'BeneficiaryMissing' : 'PlanNotMapped';
  await notifyPartner(context, arrival, { purchase, cause, reason: detail });
  return sendLandingError(reply, arrival, 'notReceived');
}

export async function notifyPartner(
  { writes, clock, randomBytes }: Pick<ApiContext, 'clock' | 'randomBytes' | 'writes'>,
  { landing: { workspaceId, connectionId } }: Arrival,
  failure: Omit<PurchaseFailure, 'connectionId'>,
): Promise<void> {
  const context = { database: writes, now: clock.now(), randomBytes };
  await raisePurchaseNotice(context, workspaceId, { connectionId, ...failure });
}
