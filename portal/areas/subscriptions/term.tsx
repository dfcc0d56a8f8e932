import { Moment } from '../../parts/moment.tsx';
import type { Subscription } from './queries.ts';

/** The end or renewal of a subscription. */
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
  if (!end) return status === 'Pending' ? 'Starts on activation' : 'Open-ended';
  if (cancelledAt) {
    return (
      <span>
        Is cancelled <Moment at={end} />
      </span>
    );
  }
  return (
    <span>
      {isTrial ? 'Trial ends' : renewsItself ? 'Renews automatically' : 'Ends'} <Moment at={end} />
    </span>
  );
}
