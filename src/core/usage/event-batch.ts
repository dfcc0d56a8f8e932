import { isRefusal, type Refusal, type RefusalCode, refusalTable } from '../refusal.ts';
import { type EventIdentity, identityText } from './event.ts';
import type { EventHour } from './event-hour.ts';

/** What became of one event of a request. */
export type EventOutcome = EventHour | Refusal | 'Duplicate';

/** An event that was not plainly accepted, as in the API reference. */
interface EventException {
  /** The position in the request. */
  readonly index: number;
  readonly outcome: 'Duplicate' | 'Carried' | 'Refused';
  /** The hour in which a carried event counts. */
  readonly hour: string | null;
  readonly error: EventError | null;
}

interface EventError {
  readonly code: RefusalCode;
  readonly status: number;
  /** Empty if an earlier event of the request has the same error. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The position of the first event with the same error. */
  readonly sameAs?: number;
}

export interface EventsAnswer {
  /** Events that were stored, carried ones included. */
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly exceptions: readonly EventException[];
}

export function answerEvents(outcomes: readonly EventOutcome[]): EventsAnswer {
  const errorOf = shortenEqualErrors();
  const exceptions = outcomes.flatMap((outcome, index): EventException[] => {
    if (outcome === 'Duplicate') return [{ index, outcome, hour: null, error: null }];
    if (isRefusal(outcome)) {
      return [{ index, outcome: 'Refused', hour: null, error: errorOf(outcome, index) }];
    }
    const { hour, isCarried } = outcome;
    return isCarried ? [{ index, outcome: 'Carried', hour: hour.toISOString(), error: null }] : [];
  });
  const count = (outcome: EventException['outcome']) =>
    exceptions.filter((exception) => exception.outcome === outcome).length;
  const [duplicates, refused] = [count('Duplicate'), count('Refused')];
  return { accepted: outcomes.length - duplicates - refused, duplicates, refused, exceptions };
}

/** Bounds the response: a thousand short events may have the same long error. */
function shortenEqualErrors(): (refusal: Refusal, index: number) => EventError {
  const firstOf = new Map<string, number>();
  return ({ code, args }, index) => {
    const { status } = refusalTable[code];
    const text = `${code} ${JSON.stringify(args)}`;
    const first = firstOf.get(text);
    if (first === undefined) firstOf.set(text, index);
    return first === undefined ? { code, status, args } : { code, status, args: {}, sameAs: first };
  };
}

/** The positions of events that repeat an earlier one of the request that is not refused. */
export function repeatedEvents(
  events: readonly { readonly identity: EventIdentity | null; readonly isRefused: boolean }[],
): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [index, { identity, isRefused }] of events.entries()) {
    if (!identity) continue;
    const text = identityText(identity);
    if (seen.has(text)) repeated.add(index);
    else if (!isRefused) seen.add(text);
  }
  return repeated;
}
