import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import type {
  PartnerEndpoints,
  WebhookAnswer,
  WebhookDestination,
  WebhookMessage,
} from '../../core/webhooks/ports.ts';
import { type Agent, type Dispatcher, partnerAgent } from '../outgoing/agent.ts';
import type { FailureLog } from '../outgoing/exchange.ts';
import { type FailureCause, failureCause } from '../outgoing/failure-cause.ts';
import type { Resolve } from '../outgoing/guarded-connector.ts';
import { signatureHeader, signingKey } from './signature.ts';

export interface PartnerEndpointsOptions {
  readonly clock: Clock;
  /** For development only. */
  readonly allowsLoopback: boolean;
  /** From name resolution to the last byte. */
  readonly timeoutMilliseconds?: number;
  readonly resolve?: Resolve;
  readonly logFailure?: FailureLog;
}

const timeout = 15_000;
const storedBytes = 1_024;
/** Read and discarded beyond `storedBytes`, so that the connection can be reused; a longer body is aborted. */
const toleratedBytes = 65_536;
const userAgent = 'Tessera (https://www.standardwebhooks.com)';

/**
 * Posts to partners' endpoints with Standard Webhooks signatures over pooled connections. Concurrency is limited by the
 * caller, so that one endpoint never waits for another.
 */
export function createPartnerEndpoints({
  clock,
  allowsLoopback,
  timeoutMilliseconds = timeout,
  resolve,
  logFailure = () => {},
}: PartnerEndpointsOptions): PartnerEndpoints & { stop(): Promise<void> } {
  const agent = partnerAgent({
    allowsLoopback,
    connectTimeoutMilliseconds: timeoutMilliseconds,
    ...(resolve && { resolve }),
  });
  const sending = { agent, clock, timeoutMilliseconds, logFailure };
  return {
    post: (message) => post(message, sending),
    stop: () => agent.destroy(),
  };
}

interface Sending {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly timeoutMilliseconds: number;
  readonly logFailure: FailureLog;
}

function post(
  message: WebhookMessage,
  { agent, clock, timeoutMilliseconds, logFailure }: Sending,
): Promise<WebhookAnswer> {
  const started = performance.now();
  return new Promise((done) => {
    let timer: NodeJS.Timeout | undefined;
    const answer = (result: Omitted) => {
      clearTimeout(timer);
      done({ ...result, durationMilliseconds: Math.round(performance.now() - started) } as WebhookAnswer);
    };
    const unanswered = (reason: FailureCause) => answer({ outcome: 'unanswered', reason });
    const failed = (fault: unknown) => {
      logFailure(originOf(message.destination), fault);
      unanswered(failureCause(fault));
    };
    try {
      const reading = new Reading(answer, failed, clock);
      timer = setTimeout(() => {
        if (reading.giveUp()) unanswered('timed out');
      }, timeoutMilliseconds);
      agent.dispatch(requestOf(message, clock.now()), reading);
    } catch (fault) {
      failed(fault);
    }
  });
}

type Omitted = WebhookAnswer extends infer One
  ? One extends unknown
    ? Omit<One, 'durationMilliseconds'>
    : never
  : never;

function requestOf(message: WebhookMessage, now: Date): Dispatcher.DispatchOptions {
  const { origin, path, headers, keys } = readyFor(message.destination);
  const timestamp = Math.floor(now.getTime() / 1_000);
  return {
    origin,
    path,
    method: 'POST',
    headers: [
      ...headers,
      'webhook-id',
      message.messageId,
      'webhook-timestamp',
      String(timestamp),
      'webhook-signature',
      signatureHeader(message, keys, timestamp),
    ],
    body: message.body,
  };
}

interface ReadyDestination {
  readonly origin: string;
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly keys: readonly Uint8Array[];
}

function originOf({ url }: WebhookDestination): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

const ready = new WeakMap<WebhookDestination, ReadyDestination>();

function readyFor(destination: WebhookDestination): ReadyDestination {
  const known = ready.get(destination);
  if (known) return known;
  const { origin, pathname, search } = new URL(destination.url);
  const headers = { ...destination.headers, 'content-type': 'application/json', 'user-agent': userAgent };
  const fresh = {
    origin,
    path: pathname + search,
    headers: Object.entries(headers).flat(),
    keys: destination.secrets.map(signingKey),
  };
  ready.set(destination, fresh);
  return fresh;
}

/** Reads the beginning of a response and reports errors. */
class Reading implements Dispatcher.DispatchHandler {
  readonly #answer: (answer: Omitted) => void;
  readonly #failed: (fault: unknown) => void;
  readonly #clock: Clock;
  readonly #stored: Buffer[] = [];
  #size = 0;
  #status = 0;
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(answer: (answer: Omitted) => void, failed: (fault: unknown) => void, clock: Clock) {
    this.#answer = answer;
    this.#failed = failed;
    this.#clock = clock;
  }

  /** Aborts the request. False if it was already over. */
  giveUp(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#controller?.abort(new Error('given up'));
    return true;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('given up'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size < storedBytes) this.#stored.push(chunk.subarray(0, storedBytes - this.#size));
    this.#size += chunk.length;
    if (this.#size <= toleratedBytes) return;
    this.onResponseEnd();
    controller.abort(new Error('the response is too long'));
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#answer({
      outcome: 'answered',
      status: this.#status,
      retryAfterMilliseconds: readRetryAfter(this.#retryAfter, this.#clock.now()),
      // PostgreSQL cannot store NUL.
      beginning: Buffer.concat(this.#stored).toString('utf8').replaceAll('\0', ''),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, fault: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failed(fault);
  }
}
