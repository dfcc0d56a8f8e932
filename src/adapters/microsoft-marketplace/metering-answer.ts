import { type HttpAnswer, requestName } from './http-call.ts';
import { describeError } from './marketplace-call.ts';
import { type Trouble, trouble } from './trouble.ts';

/** An answer in the marketplace's own words to a call that it has carried out. */
export interface CarriedOut {
  readonly outcome: 'carried-out';
  readonly body: unknown;
}

const whom = 'The marketplace';

export function readMeteringAnswer(answer: HttpAnswer | Trouble): CarriedOut | Trouble {
  if (answer.outcome !== 'answered') return answer;
  const { status, body, text, requestId } = answer;
  const name = requestName(requestId);
  if (body === undefined && text.trim() !== '') {
    return trouble(`${whom} answered ${status}${name} with something that is no JSON: ${text.slice(0, 100)}`);
  }
  if (status === 200) return { outcome: 'carried-out', body };
  // A wrong secret, application, tenant or address; a 400 is about what was sent instead.
  const isConfiguration = status === 401 || status === 403 || status === 404;
  return trouble(`${whom} answered ${status}${name}. ${describeError(body)}`, { isConfiguration });
}
