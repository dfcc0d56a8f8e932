import { Moment } from '../../parts/moment.tsx';
import type { Subscription } from './queries.ts';

/** When it ends, or has ended, and what comes then. */
export function Term({ subscription }: { readonly subscription: Subscription }) {
  const { status, validUntil, trialEndsAt, isTrial, renewsItself, cancelledAt, endedAt } = subscription;
  if (endedAt) {
    return (
      <span>
        Ended <Moment at={endedAt} />
      </span>
    );
  }
  const end = isTrial ? (trialEndsAt ?? validUntil) : validUntil;
  if (!end) return status === 'Pending' ? 'Begins when it is activated' : 'Open-ended';
  if (cancelledAt) {
    return (
      <span>
        Is cancelled <Moment at={end} />
      </span>
    );
  }
  return (
    <span>
      {isTrial ? 'Trial ends' : renewsItself ? 'Renews itself' : 'Ends'} <Moment at={end} />
    </span>
  );
}
