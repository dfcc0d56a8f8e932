import type { NotificationOutcome } from '../../actions/marketplace/notifications.ts';
import type { FulfilmentResponse } from '../../core/marketplace/fulfilment-service.ts';

export const unknownSubscription = 'The marketplace does not know the subscription';

export function withoutResponse(
  answer: Exclude<FulfilmentResponse<unknown>, { outcome: 'answered' }>,
  unknown: string,
): NotificationOutcome {
  if (answer.outcome === 'unavailable') return retryLater(answer.reason, answer.retryAfterSeconds);
  // An unknown operation or subscription proves a wrong notification. After any other refusal it may still be right.
  return answer.status === 404
    ? ended('Ignored', `${unknown}: ${answer.reason}`, true)
    : ended('Failed', `The marketplace refused the request: ${answer.reason}`, true);
}

export function ended(
  state: Exclude<NotificationOutcome['state'], 'Received'>,
  detail: string | null,
  raisesNotice: boolean,
): NotificationOutcome {
  return { state, detail, raisesNotice };
}

export function retryLater(detail: string, retryAfterSeconds: number | null = null): NotificationOutcome {
  return { state: 'Received', detail, retryAfterSeconds };
}
