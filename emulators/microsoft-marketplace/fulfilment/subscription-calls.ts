import type { Answer } from '../../entra/answer.ts';
import type { Failure } from '../failure.ts';
import type { FulfilmentRequest, SubscriptionRequest } from './answer-call.ts';
import type { Fulfilment } from './fulfilment.ts';
import { nothingAnswer } from './nothing.ts';
import { planShape, subscriptionShape } from './shapes.ts';

/** All of the publisher's subscriptions, the ended ones too, a page at a time. */
export function answerList(
  { publisher, query }: FulfilmentRequest,
  { register, dialect, settings, url }: Fulfilment,
): Answer | Failure {
  const own = register.contents().subscriptions.filter(({ publisherId }) => publisherId === publisher.id);
  if (own.length === 0) return nothingAnswer('subscriptions', dialect.get());
  const { pageSize } = settings.get();
  const token = query.get('continuationtoken');
  const start = token === undefined ? 0 : readContinuation(token);
  if (start === undefined) {
    return { failure: 'badArgument', subject: 'The token is none of ours.', target: 'continuationToken' };
  }
  const next = start + pageSize;
  const link = new URLSearchParams({ continuationToken: continuation(next), 'api-version': '2018-08-31' });
  return {
    status: 200,
    body: {
      subscriptions: own.slice(start, next).map((one) => subscriptionShape(one, dialect.get())),
      '@nextLink': next < own.length ? `${url()}/api/saas/subscriptions?${link}` : '',
    },
  };
}

const continuation = (start: number) => Buffer.from(`[{"from":${start}}]`).toString('base64');

function readContinuation(token: string): number | undefined {
  const start = /^\[\{"from":(\d{1,9})\}\]$/.exec(Buffer.from(token, 'base64').toString('utf8'))?.[1];
  return start === undefined ? undefined : Number(start);
}

export function answerGet({ subscription }: SubscriptionRequest, { dialect }: Fulfilment): Answer {
  return { status: 200, body: subscriptionShape(subscription, dialect.get()) };
}

/** With the present plan; nothing for a plan that is not the offer's. */
export function answerAvailablePlans(
  { subscription, query }: SubscriptionRequest,
  { register }: Fulfilment,
): Answer {
  const wanted = query.get('planid');
  const plans = register.findOffer(subscription.publisherId, subscription.offerId)?.plans ?? [];
  const listed = wanted === undefined ? plans : plans.filter(({ id }) => id === wanted);
  return { status: 200, body: { plans: listed.map((plan) => planShape(plan, wanted !== undefined)) } };
}
