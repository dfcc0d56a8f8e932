import { itemTexts } from '../../values/json-scan.ts';
import { maxUsageFileEvents } from './usage-file.ts';

/** Longer than any valid event. */
const maxEventLength = 8_000;
/** Of all claims but the events. */
const maxClaimsLength = 8_000;

/** The JSON text of a usage file, without its events, which are parsed one by one. */
export interface UsageFileText {
  readonly claims: unknown;
  /** A JSON list. */
  readonly events: string;
}

/**
 * Divides the JSON text of a usage file. To parse it at once could block the event loop: a file of megabytes may have
 * hundreds of thousands of different member names. Undefined: the text is no usage file.
 */
export function divideUsageFile(payload: string): UsageFileText | undefined {
  const text = payload.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const claims: string[] = [];
  let events: string | undefined;
  let length = 0;
  for (const member of itemTexts(`[${text.slice(1, -1)}]`)) {
    const name = /^\s*"events"\s*:/.exec(member)?.[0];
    if (name !== undefined && events === undefined) events = member.slice(name.length);
    else {
      length += member.length + 1;
      if (length > maxClaimsLength) return undefined;
      claims.push(member);
    }
  }
  try {
    return events === undefined ? undefined : { claims: JSON.parse(`{${claims.join(',')}}`), events };
  } catch {
    return undefined;
  }
}

/** The events, parsed one after the other; throws a `SyntaxError` for a list that no usage file has. */
export function* eventsIn({ events }: UsageFileText): Generator<unknown, void> {
  let count = 0;
  for (const text of itemTexts(events)) {
    count += 1;
    if (count > maxUsageFileEvents) throw new SyntaxError('The list has too many events');
    if (text.length > maxEventLength) throw new SyntaxError('An event is too long');
    yield JSON.parse(text);
  }
  if (count === 0) throw new SyntaxError('The list is empty');
}
