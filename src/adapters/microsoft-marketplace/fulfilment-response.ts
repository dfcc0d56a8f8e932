import type { FulfilmentResponse } from '../../core/marketplace/fulfilment-service.ts';
import { type Failure, failure, plainText } from '../outgoing/failure.ts';
import { type HttpResponse, requestName } from '../outgoing/http-call.ts';
import { type Members, membersOf, textOf } from './loose-values.ts';
import { describeError } from './marketplace-call.ts';

const service = 'The marketplace';

/**
 * Parses a response. An error of the marketplace is a refusal; 401 and 403, after the token was renewed, are errors of
 * the connection's settings; an HTML page comes from a proxy, whatever its status.
 *
 * @param read returns undefined for an unexpected body.
 */
export function readFulfilmentResponse<Value>(
  answer: HttpResponse | Failure,
  read: (answer: HttpResponse) => Value | undefined,
): FulfilmentResponse<Value> {
  if (answer.outcome === 'failure') return unavailable(answer);
  const { status, body, text, requestId } = answer;
  const name = `${service} answered ${status}${requestName(requestId)}`;
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

/** Reads a JSON body; an empty body is passed on as undefined, any other text is unexpected. */
export function fromJson<Value>(
  read: (body: unknown) => Value | undefined,
): (answer: HttpResponse) => Value | undefined {
  return ({ body, text }) => (body === undefined && text.trim() !== '' ? undefined : read(body));
}

/** A refusal without a call. */
export function refused(status: number, reason: string): FulfilmentResponse<never> {
  return { outcome: 'refused', status, code: null, reason };
}

export function unavailable(found: Failure): FulfilmentResponse<never> {
  return { ...found, outcome: 'unavailable' };
}

/** The marketplace's error, bare or wrapped. Text without such a code may come from a proxy and is not quoted. */
function documentedError(body: unknown): (Members & { readonly code: string }) | undefined {
  const members = membersOf(body);
  for (const error of [members, membersOf(members?.error)]) {
    const code = textOf(error?.code);
    if (/^[A-Za-z]{1,64}$/.test(code)) return { ...error, code };
  }
  return undefined;
}
