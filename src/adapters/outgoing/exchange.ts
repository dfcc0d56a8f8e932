import { Agent } from 'undici';
import { readOutsideAddress } from '../../core/network/outside-address.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { UnreadableResponse } from './failure-cause.ts';
import { guardedConnector, nameServers, type Resolve } from './guarded-connector.ts';

export interface OutgoingRequest {
  readonly address: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The maximum size of the response body; a larger one throws. */
  readonly limitBytes: number;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly text: string;
  /** The first value of a header; null if absent. */
  header(name: string): string | null;
}

/** One request and its whole response, without following redirects. Throws if there is no complete response. */
export type Exchange = (request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingResponse>;

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

const decoder = new TextDecoder();

/** The text of a response body; throws beyond the limit. */
export async function readBoundedText(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limitBytes) throw new UnreadableResponse('the response is too large');
    chunks.push(chunk);
  }
  // Decoding removes a byte order mark, which JSON must not have.
  return decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

export type { Agent, Dispatcher } from 'undici';

export interface PartnerAgentOptions {
  /** For development only. */
  readonly allowsLoopback: boolean;
  readonly connectTimeoutMilliseconds?: number;
  readonly resolve?: Resolve;
}

/** Callers set their own deadlines. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
const connectTimeout = 15_000;

/** For addresses that partners choose: connects to allowed addresses only. */
export function partnerAgent({
  allowsLoopback,
  connectTimeoutMilliseconds = connectTimeout,
  resolve = nameServers(),
}: PartnerAgentOptions): Agent {
  return new Agent({
    ...withoutTimeouts,
    connect: guardedConnector(allowsLoopback, connectTimeoutMilliseconds, resolve),
  });
}

/** For addresses in the operator's settings, which may be in the operator's network. */
export function operatorAgent(): Agent {
  return new Agent(withoutTimeouts);
}

/** A required base URL, without a trailing slash. */
export function requiredAddress(owner: string, text: string): string {
  const address = readOutsideAddress(text);
  if (address !== undefined) return address;
  throw new CannotStart(`${owner}'s address must be https (http on this machine only); it is "${text}".`);
}
