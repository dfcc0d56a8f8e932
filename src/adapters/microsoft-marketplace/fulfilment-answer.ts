import type { FulfilmentAnswer } from '../../core/marketplace/fulfilment.ts';
import { type Failure, failure, plainText } from './failure.ts';
import { type HttpAnswer, requestName } from './http-call.ts';
import { type Members, membersOf, textOf } from './loose-values.ts';
import { describeError } from './marketplace-call.ts';

const whom = 'The marketplace';

/**
 * What an answer means. The marketplace's no is a refusal; a 401 or 403, a token renewed already, is about the
 * connection's settings; a web page comes from something in between, whatever its status.
 *
 * @param read undefined when the answer makes no sense.
 */
export function readFulfilmentAnswer<Value>(
  answer: HttpAnswer | Failure,
  read: (answer: HttpAnswer) => Value | undefined,
): FulfilmentAnswer<Value> {
  if (answer.outcome === 'failure') return unavailable(answer);
  const { status, body, text, requestId } = answer;
  const name = `${whom} answered ${status}${requestName(requestId)}`;
  if (/^\s*</.test(text)) return unavailable(failure(`${name}: answer unreadable.`));
  if (status >= 200 && status < 300) {
    const value = read(answer);
    return value === undefined
      ? unavailable(failure(`${name}: answer unreadable.`))
      : { outcome: 'answered', value };
  }
  if (status === 401 || status === 403) return unavailable(failure(`${name}.`, { isConfiguration: true }));
  const error = documentedError(body);
  const reason = plainText(`${name}. ${describeError(error)}`);
  return { outcome: 'refused', status, code: error?.code ?? null, reason };
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

export function unavailable(found: Failure): FulfilmentAnswer<never> {
  return { ...found, outcome: 'unavailable' };
}

/** The marketplace's own error, bare or wrapped. Whoever else answers has no such code, and is not quoted. */
function documentedError(body: unknown): (Members & { readonly code: string }) | undefined {
  const members = membersOf(body);
  for (const error of [members, membersOf(members?.error)]) {
    const code = textOf(error?.code);
    if (/^[A-Za-z]{1,64}$/.test(code)) return { ...error, code };
  }
  return undefined;
}
