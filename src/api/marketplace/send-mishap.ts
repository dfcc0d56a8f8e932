import type { FastifyReply } from 'fastify';
import { raisePurchaseNotice } from '../../actions/marketplace/raise-purchase-notice.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment.ts';
import type { PurchaseFailure } from '../../core/marketplace/purchase-notice.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import type { ApiContext } from '../context.ts';
import { sendPage } from '../pages/page.ts';
import type { Arrival } from './arrival.ts';
import { mishapPage, mishaps, wrongAccountPage } from './landing-pages.ts';
import type { LookedAt } from './look-at-purchase.ts';

export function sendMishap(
  reply: FastifyReply,
  { visit }: Arrival,
  mishap: keyof typeof mishaps,
): FastifyReply {
  return sendPage(reply, mishapPage(mishaps[mishap], visit.seller, visit.here));
}

/** Shows why the purchase cannot be shown, and notifies the partner of problems they must fix. */
export async function sendNotFound(
  context: ApiContext,
  reply: FastifyReply,
  arrival: Arrival,
  looked: Exclude<LookedAt, { outcome: 'found' }>,
  user: SignedInUser,
): Promise<FastifyReply> {
  switch (looked.outcome) {
    case 'wrong-account':
      return sendPage(reply, wrongAccountPage(arrival.visit, looked.purchase, user));
    case 'not-received':
      return sendNotReceived(context, reply, arrival, looked.purchase, looked.refusal);
    case 'refused':
      return sendMishap(reply, arrival, 'tokenRefused');
    case 'unavailable':
      reply.log.warn({ reason: looked.reason }, 'a purchase could not be looked up');
      if (!looked.isConfiguration) {
        return sendMishap(
          reply.header('retry-after', String(looked.retryAfterSeconds ?? 60)),
          arrival,
          'marketplaceAway',
        );
      }
      await tellPartner(context, arrival, {
        purchase: null,
        cause: 'ConnectionRefused',
        reason: looked.reason,
      });
      return sendMishap(reply, arrival, 'connectionRefused');
  }
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
  await tellPartner(context, arrival, { purchase, cause, reason: detail });
  return sendMishap(reply, arrival, 'notReceived');
}

export async function tellPartner(
  { writes, clock, randomBytes }: ApiContext,
  { landing: { workspaceId, connectionId } }: Arrival,
  trouble: Omit<PurchaseFailure, 'connectionId'>,
): Promise<void> {
  const context = { database: writes, now: clock.now(), randomBytes };
  await raisePurchaseNotice(context, workspaceId, { connectionId, ...trouble });
}
