import { Agent } from 'undici';
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

/** One request and its whole answer; throws what kept the answer away. */
export type Exchange = (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>;

export interface Exchanges {
  readonly exchange: Exchange;
  stop(): void;
}

/** Over connections that are kept and used again, without the web streams that `fetch` makes of every body. */
export function createExchanges(): Exchanges {
  const agent = new Agent();
  return {
    async exchange({ address, method, headers, body, limitBytes }, signal) {
      const { origin, pathname, search } = new URL(address);
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method,
        headers,
        body: body ?? null,
        signal,
      });
      const text = await readBoundedText(answer.body, limitBytes);
      // Credentials go where they were meant to go and nowhere else.
      if (answer.statusCode >= 300 && answer.statusCode < 400) throw new Error('it points elsewhere');
      return {
        status: answer.statusCode,
        text,
        header: (name) => [answer.headers[name] ?? null].flat()[0] ?? null,
      };
    },
    stop() {
      agent.destroy().catch(() => {});
    },
  };
}
