import type { Agent } from './agent.ts';
import { readBoundedText } from './bounded-text.ts';

export interface OutgoingRequest {
  readonly address: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The maximum size of the response body; a larger one throws. */
  readonly limitBytes: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly text: string;
  /** The first value of a header; null if absent. */
  header(name: string): string | null;
}

/** One request and its whole response, without following redirects. Throws if there is no complete response. */
export type Exchange = (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>;

export interface Exchanges {
  readonly exchange: Exchange;
  stop(): void;
}

/** Logs details for the operator only. */
export type FailureLog = (origin: string, fault: unknown) => void;

/** HTTP over pooled connections, without the overhead of `fetch`'s web streams. */
export function createExchanges(agent: Agent, logFailure: FailureLog = () => {}): Exchanges {
  return {
    async exchange({ address, method, headers, body, limitBytes }, signal) {
      const { origin, pathname, search } = new URL(address);
      try {
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method,
          headers,
          body: body ?? null,
          signal,
        });
        const text = await readBoundedText(answer.body, limitBytes);
        return {
          status: answer.statusCode,
          text,
          header: (name) => [answer.headers[name] ?? null].flat()[0] ?? null,
        };
      } catch (fault) {
        logFailure(origin, fault);
        throw fault;
      }
    },
    stop() {
      agent.destroy().catch(() => {});
    },
  };
}
