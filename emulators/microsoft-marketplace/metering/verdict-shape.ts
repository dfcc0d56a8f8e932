import type { EmulatorResponse } from '../../shell/response.ts';
import { failureResponse } from '../failure.ts';
import type { AcceptedEvent } from './accepted-event.ts';
import type { Refused, SentEvent, Verdict } from './verdict.ts';

const echoedMembers = [
  'resourceId',
  'resourceUri',
  'quantity',
  'dimension',
  'effectiveStartTime',
  'planId',
] as const;

/** An item of a batch's answer: the sent members and the status. */
export function batchItem(sent: SentEvent, verdict: Verdict, now: Date): object {
  const echo = Object.fromEntries(
    echoedMembers.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]),
  );
  const { status } = verdict;
  switch (verdict.status) {
    case 'Accepted': {
      const { usageEventId, messageTime } = verdict.event;
      return { usageEventId, status, messageTime, ...echo };
    }
    case 'Duplicate':
      return { status, messageTime: now.toISOString(), error: conflict(verdict.first), ...echo };
    default:
      return { status, messageTime: now.toISOString(), error: badArgument(verdict), ...echo };
  }
}

/** The answer to a single event, where a refusal is the response's status. */
export function singleResponse(verdict: Verdict): EmulatorResponse {
  switch (verdict.status) {
    case 'Accepted':
      return { status: 200, body: shownEvent(verdict.event, 'Accepted') };
    case 'Duplicate':
      return { status: 409, body: conflict(verdict.first) };
    case 'ResourceNotAuthorized':
      return failureResponse({ failure: 'forbidden', subject: verdict.message });
    default: {
      // The single call spells this one target with a capital letter.
      const target = verdict.target === 'resourceId' ? 'ResourceId' : verdict.target;
      return { status: 400, body: badArgument({ ...verdict, target }) };
    }
  }
}

function shownEvent(event: AcceptedEvent, status: 'Accepted' | 'Duplicate'): object {
  const { usageEventId, messageTime, resourceId, quantity, dimension, effectiveStartTime, planId } = event;
  return { usageEventId, status, messageTime, resourceId, quantity, dimension, effectiveStartTime, planId };
}

/** Members in the recorded order: some clients depend on it. */
function conflict(first: AcceptedEvent): object {
  return {
    additionalInfo: { acceptedMessage: shownEvent(first, 'Duplicate') },
    message: 'This hour has been reported before.',
    code: 'Conflict',
  };
}

/** Members in the documented order. */
function badArgument({ target, message }: Refused): object {
  return {
    message: 'The event was not accepted.',
    target: 'usageEventRequest',
    details: [{ message, target, code: 'BadArgument' }],
    code: 'BadArgument',
  };
}
