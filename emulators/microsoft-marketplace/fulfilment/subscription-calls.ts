import type { EmulatorResponse } from '../../shell/response.ts';
import type { Failure } from '../failure.ts';
import type { Fulfilment } from './fulfilment.ts';
import { linkAddress } from './link-address.ts';
import { nothingResponse } from './nothing.ts';
import type { FulfilmentRequest, SubscriptionRequest } from './request.ts';
import { planShape, subscriptionShape } from './shapes.ts';

/** A page of the publisher's subscriptions, ended ones included. */
export function answerList(
  { publisher, query }: FulfilmentRequest,
  fulfilment: Fulfilment,
): EmulatorResponse | Failure {
  const { register, subscriptions, dialect, settings } = fulfilment;
  const own = register.contents().subscriptions.filter(({ publisherId }) => publisherId === publisher.id);
  if (own.length === 0) return nothingResponse('subscriptions', dialect.get());
  const { pageSize } = settings.get();
  const token = query.get('continuationtoken');
  const start = token === undefined ? 0 : readContinuation(token);
  if (start === undefined) {
    return { failure: 'badArgument', subject: 'The token is not one of ours.', target: 'continuationToken' };
  }
  const next = start + pageSize;
  const link = `saas/subscriptions/?continuationToken=${continuation(next)}&api-version=2018-08-31`;
  return {
    status: 200,
    body: {
      subscriptions: own
        .slice(start, next)
        .map((one) => subscriptionShape(subscriptions.shown(one), dialect.get())),
      '@nextLink': next < own.length ? `${linkAddress(fulfilment)}/api/${link}` : '',
    },
  };
}

/** Percent-encoded lower-case JSON, as recorded. */
function continuation(start: number): string {
  const token = `[{"token":null,"range":{"min":"${start}","max":"FF"}}]`;
  return encodeURIComponent(token).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function readContinuation(token: string): number | undefined {
  const start = /^\[\{"token":null,"range":\{"min":"(\d{1,9})","max":"FF"\}\}\]$/.exec(token)?.[1];
  return start === undefined ? undefined : Number(start);
}

export function answerGet(
  { subscription }: SubscriptionRequest,
  { subscriptions, dialect }: Fulfilment,
): EmulatorResponse {
  return { status: 200, body: subscriptionShape(subscriptions.shown(subscription), dialect.get()) };
}

/** Includes the current plan; empty for a plan that the offer does not have. */
export function answerAvailablePlans(
  { subscription, query }: SubscriptionRequest,
  { register }: Fulfilment,
): EmulatorResponse {
  const wanted = query.get('planid');
  const plans = register.findOffer(subscription.publisherId, subscription.offerId)?.plans ?? [];
  const listed = wanted === undefined ? plans : plans.filter(({ id }) => id === wanted);
  return { status: 200, body: { plans: listed.map((plan) => planShape(plan, wanted !== undefined)) } };
}
