import { partnerAgent } from './agent.ts';
import { readBoundedText } from './bounded-text.ts';
import { createExchanges, type Exchange, type OutgoingRequest } from './exchange.ts';

/** Calls the test's own servers on loopback. Made for tests. */
export const { exchange: localExchange } = createExchanges(partnerAgent({ allowsLoopback: true }));

/** Answers as it is told, without a network. Made for tests. */
export function scriptedExchange(
  answer: (request: OutgoingRequest) => Response | Promise<Response>,
): Exchange {
  return async (request) => {
    const { status, headers, body } = await answer(request);
    const text = await readBoundedText(body, request.limitBytes);
    return { status, text, header: (name) => headers.get(name) };
  };
}
