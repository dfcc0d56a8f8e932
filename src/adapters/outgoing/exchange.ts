import type { Agent } from './agent.ts';
import { readBoundedText } from './bounded-text.ts';

export interface OutgoingRequest {
  readonly address: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the answer's body; more is a fault. */
  readonly limitBytes: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly text: string;
  /** A header's first value; null when it is not there. */
  header(name: string): string | null;
}

/** One request and its whole answer, a redirect as it is; throws what kept the answer away. */
export type Exchange = (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>;

export interface Exchanges {
  readonly exchange: Exchange;
  stop(): void;
}

/** Details that only the operator may read. */
export type FailureLog = (origin: string, fault: unknown) => void;

/** Over connections that are kept and used again, without the web streams that `fetch` makes of every body. */
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
