import { type Failure, failure, plainText } from './failure.ts';
import { type HttpAnswer, requestName } from './http-call.ts';
import { describeError } from './marketplace-call.ts';

/** An answer in the marketplace's own words to a call that it has carried out. */
export interface CarriedOut {
  readonly outcome: 'carried-out';
  readonly body: unknown;
}

/** It understood who calls, and refused what was sent: a 400 in its own words. Anybody else's 400 is failure. */
export interface RefusedCall {
  readonly outcome: 'refused';
  readonly status: string;
  readonly reason: string;
}

const whom = 'The marketplace';
const badArgument = 'BadArgument';

export function readMeteringAnswer(answer: HttpAnswer | Failure): CarriedOut | RefusedCall | Failure {
  if (answer.outcome !== 'answered') return answer;
  const { status, body, text, requestId } = answer;
  const name = requestName(requestId);
  // A wrong secret, application, tenant or address; a stand-in without a metering service answers 404 with a page.
  const isConfiguration = status === 401 || status === 403 || status === 404;
  if (body === undefined && text.trim() !== '') {
    return failure(`${whom} answered ${status}${name}: answer unreadable.`, {
      isConfiguration: status === 404,
    });
  }
  if (status === 200) return { outcome: 'carried-out', body };
  const reason = `${whom} answered ${status}${name}.`;
  if (status === 400 && isBadArgument(body)) {
    const refusal = plainText(`${reason} ${describeError(body)}`);
    return { outcome: 'refused', status: badArgument, reason: refusal };
  }
  return failure(reason, { isConfiguration });
}

function isBadArgument(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === badArgument;
}
