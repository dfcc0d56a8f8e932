import type { FulfilmentAnswer } from '../../core/fulfilment.ts';
import { type HttpAnswer, requestName } from './http-call.ts';
import { membersOf, textOrNull } from './loose-values.ts';
import { describeError } from './marketplace-call.ts';
import { plainText, type Trouble, trouble } from './trouble.ts';

const whom = 'The marketplace';

/**
 * What an answer means. The marketplace's no is a refusal; a 401 or 403, a token renewed already, is about the
 * connection's settings; a web page comes from something in between, whatever its status.
 *
 * @param read undefined when the answer makes no sense.
 */
export function readFulfilmentAnswer<Value>(
  answer: HttpAnswer | Trouble,
  read: (answer: HttpAnswer) => Value | undefined,
): FulfilmentAnswer<Value> {
  if (answer.outcome === 'trouble') return unavailable(answer);
  const { status, body, text, requestId } = answer;
  const name = `${whom} answered ${status}${requestName(requestId)}`;
  if (/^\s*</.test(text)) return unavailable(trouble(`${name} with a page: ${text.slice(0, 100)}`));
  if (status >= 200 && status < 300) {
    const value = read(answer);
    return value === undefined
      ? unavailable(trouble(`${name}, which cannot be understood.`))
      : { outcome: 'answered', value };
  }
  // A refusal may come as plain text too.
  const error = describeError(body) || text.slice(0, 100);
  const reason = `${name}. ${error}`;
  if (status === 401 || status === 403) return unavailable(trouble(reason, { isConfiguration: true }));
  return { outcome: 'refused', status, code: errorCode(body), reason: plainText(reason) };
}

/** For answers that are read: nothing at all is left to the reader, and what is no JSON makes no sense. */
export function fromJson<Value>(
  read: (body: unknown) => Value | undefined,
): (answer: HttpAnswer) => Value | undefined {
  return ({ body, text }) => (body === undefined && text.trim() !== '' ? undefined : read(body));
}

/** As the marketplace would, if it were asked. */
export function refused(status: number, reason: string): FulfilmentAnswer<never> {
  return { outcome: 'refused', status, code: null, reason };
}

export function unavailable(found: Trouble): FulfilmentAnswer<never> {
  return { ...found, outcome: 'unavailable' };
}

function errorCode(body: unknown): string | null {
  const members = membersOf(body);
  return textOrNull(members?.code) ?? textOrNull(membersOf(members?.error)?.code);
}
