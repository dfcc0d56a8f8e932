import type { Clock } from '../clock.ts';
import { TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { readJson, type Service } from '../http/service.ts';
import type { EntitlementDocument } from '../types.ts';
import { isEntitlementOf } from './entitlement-document.ts';
import type { Coverage } from './entitlement-freshness.ts';

export interface EntitlementRead {
  readonly etag: string;
  /** Undefined if the entitlement with the given ETag is current. */
  readonly document: EntitlementDocument | undefined;
  readonly requestedAt: number;
  readonly order: number;
}

/** The service refused one item of a batch. */
export class ItemRefused extends TesseraRefused {}

interface Read {
  readonly tenantId: string;
  readonly product: string;
  readonly etag: string | undefined;
  /** A caller waits for it. */
  isUrgent: boolean;
  isRunning: boolean;
  readonly promise: Promise<EntitlementRead>;
  readonly resolve: (read: EntitlementRead) => void;
  readonly reject: (error: unknown) => void;
}

interface Parts {
  readonly service: Service;
  readonly clock: Clock;
  readonly coverage: Coverage;
  readonly signal: AbortSignal;
}

const maxItems = 100;
const maxConcurrent = 4;

/**
 * Gathers the reads of one turn into batch reads, one read for each tenant and product at a time. Reads of the
 * background wait for those of callers.
 */
export class BatchReader {
  readonly #parts: Parts;
  /** Waiting and running. */
  readonly #reads = new Map<string, Read>();
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  read(
    tenantId: string,
    product: string,
    { etag, isUrgent = true }: { readonly etag?: string | undefined; readonly isUrgent?: boolean } = {},
  ): Promise<EntitlementRead> {
    const key = keyOf({ tenantId, product });
    const read = this.#reads.get(key) ?? newRead(tenantId, product, etag);
    read.isUrgent ||= isUrgent;
    this.#reads.set(key, read);
    // It keeps the process running, because a caller may wait.
    this.#timer ??= setTimeout(() => this.#startBatches(), 0);
    return read.promise;
  }

  #waiting(): readonly Read[] {
    return [...this.#reads.values()].filter(({ isRunning }) => !isRunning);
  }

  #startBatches(): void {
    this.#timer = undefined;
    while (this.#running < maxConcurrent) {
      const waiting = this.#waiting();
      const urgent = waiting.filter(({ isUrgent }) => isUrgent);
      // One batch at a time for the background alone.
      const others = this.#running === 0 || urgent.length > 0 ? waiting.filter((read) => !read.isUrgent) : [];
      const batch = [...urgent, ...others].slice(0, maxItems);
      if (batch.length === 0) return;
      this.#running++;
      void this.#run(batch).then(() => {
        this.#running--;
        this.#startBatches();
      });
    }
  }

  /** Never rejects. */
  async #run(batch: readonly Read[]): Promise<void> {
    const { service, clock, coverage, signal } = this.#parts;
    const start = { requestedAt: clock.steady(), order: coverage.next() };
    for (const read of batch) read.isRunning = true;
    try {
      const items = batch.map(({ tenantId, product, etag }) => ({ tenantId, product, etag }));
      const response = await service.request({
        method: 'POST',
        path: '/api/v1/entitlements/batch',
        body: JSON.stringify({ items }),
        headers: { 'content-type': 'application/json' },
        signal,
      });
      const results = resultsOf(await readJson(response), batch.length);
      batch.forEach((read, index) => {
        this.#reads.delete(keyOf(read));
        settle(read, results[index], start);
      });
    } catch (error) {
      // Those that wait would only fail later.
      for (const read of [...batch, ...this.#waiting()]) {
        this.#reads.delete(keyOf(read));
        read.reject(error);
      }
    }
  }
}

const keyOf = ({ tenantId, product }: { readonly tenantId: string; readonly product: string }) =>
  `${product} ${tenantId}`;

// Node 20 has no `Promise.withResolvers`.
function newRead(tenantId: string, product: string, etag: string | undefined): Read {
  let resolve!: Read['resolve'];
  let reject!: Read['reject'];
  const promise = new Promise<EntitlementRead>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { tenantId, product, etag, isUrgent: false, isRunning: false, promise, resolve, reject };
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
  throw new TesseraUnavailable('The response is no batch of entitlements');
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
    read.reject(new ItemRefused({ status, code: error.code, ...(error.args && { args: error.args }) }));
  } else {
    read.reject(new TesseraUnavailable('The response is no entitlement of the tenant'));
  }
}
