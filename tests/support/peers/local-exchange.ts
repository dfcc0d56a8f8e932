import {
  createExchanges,
  type Exchange,
  type OutgoingRequest,
  partnerAgent,
  readBoundedText,
} from '../../../src/adapters/outgoing/exchange.ts';

/** Requests to the test's own servers on loopback. */
export const { exchange: localExchange } = createExchanges(partnerAgent({ allowsLoopback: true }));

/** Scripted responses, without a network. */
export function scriptedExchange(
  answer: (request: OutgoingRequest) => Response | Promise<Response>,
): Exchange {
  return async (request) => {
    const { status, headers, body } = await answer(request);
    const text = await readBoundedText(body, request.limitBytes);
    return { status, text, header: (name) => headers.get(name) };
  };
}
