import { type Failure, failure, plainText } from '../outgoing/failure.ts';
import { type HttpAnswer, requestName } from '../outgoing/http-call.ts';
import { wordsOfError } from './marketplace-call.ts';

/** A successful call. */
export interface CompletedCall {
  readonly outcome: 'carried-out';
  readonly body: unknown;
}

/** The marketplace refused the content with a documented 400. A 400 from a proxy is a failure. */
export interface RefusedCall {
  readonly outcome: 'refused';
  readonly status: string;
  readonly reason: string;
}

const service = 'The marketplace';
const badArgument = 'BadArgument';

export function readMeteringAnswer(answer: HttpAnswer | Failure): CompletedCall | RefusedCall | Failure {
  if (answer.outcome !== 'answered') return answer;
  const { status, body, text, requestId } = answer;
  const name = requestName(requestId);
  // A wrong address, or an emulator without a metering service: it answers with a page.
  const isMissing = status === 404;
  const isConfiguration = status === 401 || status === 403 || isMissing;
  if (body === undefined && text.trim() !== '') {
    return failure(`${service} answered ${status}${name}: answer unreadable.`, {
      isConfiguration: isMissing,
      ...(isMissing && { isMissing }),
    });
  }
  if (status === 200) return { outcome: 'carried-out', body };
  const reason = `${service} answered ${status}${name}.`;
  if (status === 400 && isBadArgument(body)) {
    const refusal = plainText(`${reason} ${wordsOfError(body)}`);
    return { outcome: 'refused', status: badArgument, reason: refusal };
  }
  return failure(reason, { isConfiguration, ...(isMissing && { isMissing }) });
}

function isBadArgument(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === badArgument;
}
