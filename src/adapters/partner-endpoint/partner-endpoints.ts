import type { Clock } from '../../core/ports.ts';
import { readRetryAfter } from '../../core/retry.ts';
import type {
  PartnerEndpoints,
  WebhookDestination,
  WebhookMessage,
  WebhookResponse,
} from '../../core/webhooks/ports.ts';
import { type Agent, type Dispatcher, type FailureLog, partnerAgent } from '../outgoing/exchange.ts';
import { failureCause } from '../outgoing/failure-cause.ts';
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

function post(message: WebhookMessage, sending: Sending): Promise<WebhookResponse> {
  return new Promise((done) => {
    const reading = new Reading(message.destination, sending, done);
    try {
      sending.agent.dispatch(requestOf(message, sending.clock.now()), reading);
    } catch (fault) {
      reading.fail(fault);
    }
  });
}

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
  const cached = ready.get(destination);
  if (cached) return cached;
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

/** Reads the beginning of a response, and answers once: with it, or with why there is none. */
class Reading implements Dispatcher.DispatchHandler {
  readonly #destination: WebhookDestination;
  readonly #sending: Sending;
  readonly #done: (answer: WebhookResponse) => void;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #stored: Buffer[] | undefined;
  #size = 0;
  #status = 0;
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(destination: WebhookDestination, sending: Sending, done: (answer: WebhookResponse) => void) {
    this.#destination = destination;
    this.#sending = sending;
    this.#done = done;
    this.#timer = setTimeout(giveUp, sending.timeoutMilliseconds, this);
  }

  /** Aborts the request, unless it was already over. */
  giveUp(): void {
    if (this.#isOver) return;
    const durationMilliseconds = this.#end();
    this.#controller?.abort(new Error('given up'));
    this.#done({ outcome: 'unanswered', reason: 'timed out', durationMilliseconds });
  }

  fail(fault: unknown): void {
    if (this.#isOver) return;
    const durationMilliseconds = this.#end();
    this.#sending.logFailure(originOf(this.#destination), fault);
    this.#done({ outcome: 'unanswered', reason: failureCause(fault), durationMilliseconds });
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
    if (this.#size < storedBytes) {
      this.#stored ??= [];
      this.#stored.push(chunk.subarray(0, storedBytes - this.#size));
    }
    this.#size += chunk.length;
    if (this.#size <= toleratedBytes) return;
    this.onResponseEnd();
    controller.abort(new Error('the response is too long'));
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    const durationMilliseconds = this.#end();
    this.#done({
      outcome: 'answered',
      status: this.#status,
      retryAfterMilliseconds: readRetryAfter(this.#retryAfter, this.#sending.clock.now()),
      // PostgreSQL cannot store NUL.
      beginning: this.#stored ? Buffer.concat(this.#stored).toString('utf8').replaceAll('\0', '') : '',
      durationMilliseconds,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, fault: Error): void {
    this.fail(fault);
  }

  /** Returns how long it took. */
  #end(): number {
    this.#isOver = true;
    clearTimeout(this.#timer);
    return Math.round(performance.now() - this.#started);
  }
}

/** Not a closure: there is a timer for every post. */
function giveUp(reading: Reading): void {
  reading.giveUp();
}
