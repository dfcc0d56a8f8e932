import type { Clock } from './clock.ts';
import { isEntitlementOf } from './entitlement-document.ts';
import type { Coverage } from './entitlement-freshness.ts';
import { TesseraRefused, TesseraUnavailable } from './errors.ts';
import { readJson, type Service } from './service.ts';
import type { EntitlementDocument } from './types.ts';

export interface EntitlementRead {
  readonly etag: string;
  /** Undefined if the entitlement with the given ETag is current. */
  readonly document: EntitlementDocument | undefined;
  readonly requestedAt: number;
  readonly order: number;
}

interface Read {
  readonly tenantId: string;
  readonly product: string;
  readonly etag: string | undefined;
  readonly promise: Promise<EntitlementRead>;
  readonly resolve: (read: EntitlementRead) => void;
  readonly reject: (error: unknown) => void;
}

const maxItems = 100;
const maxConcurrent = 4;

/**
 * Gathers the reads of one turn into batch reads, one read for each tenant and product at a time. Reads of the
 * background wait for those of callers.
 */
export class BatchReader {
  readonly #service: Service;
  readonly #clock: Clock;
  readonly #coverage: Coverage;
  readonly #signal: AbortSignal;
  /** Queued or running. */
  readonly #reads = new Map<string, Read>();
  readonly #urgent = new Map<string, Read>();
  readonly #background = new Map<string, Read>();
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: {
    readonly service: Service;
    readonly clock: Clock;
    readonly coverage: Coverage;
    readonly signal: AbortSignal;
  }) {
    this.#service = parts.service;
    this.#clock = parts.clock;
    this.#coverage = parts.coverage;
    this.#signal = parts.signal;
  }

  read(
    tenantId: string,
    product: string,
    { etag, isUrgent = true }: { readonly etag?: string | undefined; readonly isUrgent?: boolean } = {},
  ): Promise<EntitlementRead> {
    const key = `${product} ${tenantId}`;
    const read = this.#reads.get(key) ?? newRead(tenantId, product, etag);
    if (!this.#reads.has(key)) {
      this.#reads.set(key, read);
      this.#background.set(key, read);
    }
    if (isUrgent && this.#background.delete(key)) this.#urgent.set(key, read);
    // Not in the background: a caller waits.
    this.#timer ??= setTimeout(() => this.#startBatches(), 0);
    return read.promise;
  }

  #startBatches(): void {
    this.#timer = undefined;
    while (this.#running < maxConcurrent) {
      const isIdle = this.#running === 0;
      const batch = [...take(this.#urgent, maxItems)];
      if (isIdle || batch.length > 0) batch.push(...take(this.#background, maxItems - batch.length));
      if (batch.length === 0) return;
      this.#running++;
      void this.#run(batch).finally(() => {
        this.#running--;
        this.#startBatches();
      });
    }
  }

  async #run(batch: readonly (readonly [string, Read])[]): Promise<void> {
    const reads = batch.map(([, read]) => read);
    try {
      const items = reads.map(({ tenantId, product, etag }) => ({ tenantId, product, etag }));
      const requestedAt = this.#clock.steady();
      const order = this.#coverage.next();
      const response = await this.#service.request({
        method: 'POST',
        path: '/api/v1/entitlements/batch',
        body: JSON.stringify({ items }),
        headers: { 'content-type': 'application/json' },
        signal: this.#signal,
      });
      const results = resultsOf(await readJson(response), reads.length);
      reads.forEach((read, index) => {
        this.#forget(read);
        settle(read, results[index], { requestedAt, order });
      });
    } catch (error) {
      // Those that wait would only fail later.
      const waiting = [...take(this.#urgent), ...take(this.#background)].map(([, read]) => read);
      for (const read of [...reads, ...waiting]) {
        this.#forget(read);
        read.reject(error);
      }
    }
  }

  #forget({ tenantId, product }: Read): void {
    this.#reads.delete(`${product} ${tenantId}`);
  }
}

function newRead(tenantId: string, product: string, etag: string | undefined): Read {
  const { promise, resolve, reject } = withResolvers<EntitlementRead>();
  return { tenantId, product, etag, promise, resolve, reject };
}

// Node 20 has no `Promise.withResolvers`.
function withResolvers<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Removes and returns the first. */
function* take(queue: Map<string, Read>, count = queue.size): Iterable<readonly [string, Read]> {
  for (const item of queue) {
    if (count-- <= 0) return;
    queue.delete(item[0]);
    yield item;
  }
}

interface Result {
  readonly status?: unknown;
  readonly etag?: unknown;
  readonly entitlement?: unknown;
  readonly error?: { readonly code?: unknown; readonly args?: Record<string, unknown> };
}

function resultsOf(body: unknown, count: number): readonly Result[] {
  const { results } = Object(body) as { readonly results?: unknown };
  if (Array.isArray(results) && results.length === count) return results.map((result) => Object(result));
  throw new TesseraUnavailable('The response of the service is no batch of entitlements');
}

function settle(
  read: Read,
  result: Result = {},
  start: Pick<EntitlementRead, 'requestedAt' | 'order'>,
): void {
  const { status, etag, entitlement, error } = result;
  const { tenantId, product } = read;
  if (typeof etag === 'string' && status === 304 && read.etag !== undefined) {
    read.resolve({ etag, document: undefined, ...start });
  } else if (typeof etag === 'string' && status === 200 && isEntitlementOf(entitlement, tenantId, product)) {
    read.resolve({ etag, document: entitlement, ...start });
  } else if (typeof status === 'number' && status < 500 && typeof error?.code === 'string') {
    read.reject(new TesseraRefused({ status, code: error.code, ...(error.args && { args: error.args }) }));
  } else {
    read.reject(new TesseraUnavailable('The response of the service has no entitlement of the tenant'));
  }
}
