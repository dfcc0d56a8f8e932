import { backoff } from './backoff.ts';
import { type ChangeReader, readChanges, type StreamEvent } from './change-stream.ts';
import type { Clock } from './clock.ts';
import type { EligibilityDecisions } from './eligibility.ts';
import type { Emitter } from './emitter.ts';
import type { Coverage } from './entitlement-freshness.ts';
import type { Entitlements } from './entitlements.ts';
import { isConfigurationFault } from './errors.ts';
import type { Service } from './service.ts';
import { backgroundTimer } from './timers.ts';

interface Parts {
  readonly service: Service;
  readonly emitter: Emitter;
  readonly clock: Clock;
  readonly coverage: Coverage;
  readonly entitlements: Entitlements;
  readonly eligibility: EligibilityDecisions;
  readonly signal: AbortSignal;
  readonly mode: 'stream' | 'poll';
  /** Milliseconds. */
  readonly pollInterval: number;
}

/** Three comments of the service are missing. */
const silenceLimit = 45_000;
const firstReconnectDelay = 500;
const longestReconnectDelay = 30_000;
/** A stream that lived this long was well: the next failure is the first again. */
const steadyAfter = 30_000;
/** Another node may answer the reads, and hear of a change a little later than the one that streams. */
const nodeLag = 300;

/** Keeps what is cached current: by the change stream, and by polling while it is down. */
export class Refresher {
  readonly #parts: Parts;
  #hasStarted = false;
  #isStreaming = false;
  #isConnected = false;
  #failures = 0;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => {
      for (const timer of this.#timers) clearTimeout(timer);
    });
  }

  /** With the first read: a client that only tracks usage needs no stream, and workers allow no requests before one. */
  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    if (this.#parts.mode === 'stream') void this.#stream();
    this.#pollLater();
  }

  #later(callback: () => void, delay: number): void {
    if (this.#parts.signal.aborted) return;
    const timer = backgroundTimer(() => {
      this.#timers.delete(timer);
      callback();
    }, delay);
    this.#timers.add(timer);
  }

  async #stream(): Promise<void> {
    const { service, clock, coverage, signal } = this.#parts;
    const startedAt = clock.steady();
    let error: unknown;
    try {
      const reader: ChangeReader = {
        signal,
        silenceLimit,
        onBytes: () => {
          if (this.#isStreaming) coverage.aliveUntil = clock.steady() + silenceLimit;
        },
        onEvent: (event) => this.#handle(event),
      };
      await readChanges(service, reader);
    } catch (caught) {
      error = caught;
    }
    if (signal.aborted) return;
    const livedFor = clock.steady() - startedAt;
    this.#failures = this.#isStreaming && livedFor >= steadyAfter ? 1 : this.#failures + 1;
    this.#isStreaming = false;
    coverage.aliveUntil = Number.NEGATIVE_INFINITY;
    this.#disconnect(error ?? new Error('The service has closed the change stream'));
    this.#later(
      () => void this.#stream(),
      isConfigurationFault(error)
        ? longestReconnectDelay
        : backoff(this.#failures, firstReconnectDelay, longestReconnectDelay),
    );
  }

  #handle({ type, data }: StreamEvent): void {
    const { emitter, entitlements, eligibility } = this.#parts;
    const { tenantId, product, version } = parseObject(data);
    if (type === 'ready') {
      this.#connect('stream');
      this.#later(() => this.#resync(), nodeLag * (1 + Math.random()));
    } else if (type === 'resync') this.#resync();
    else if (type === 'entitlement') {
      if (typeof tenantId !== 'string' || typeof product !== 'string') return;
      eligibility.tenantChanged(tenantId);
      entitlements.announce(tenantId, product, Number(version));
    } else if (type === 'catalogue' && typeof product === 'string') {
      this.#later(
        () => {
          this.#watch(entitlements.catalogueChanged(product));
          emitter.emit('catalogue', { product });
        },
        nodeLag * (1 + Math.random()),
      );
    }
  }

  /** Everything cached is asked for again, and covered by the stream from here on. */
  #resync(): void {
    const { clock, coverage, entitlements, eligibility } = this.#parts;
    coverage.since = coverage.next();
    coverage.aliveUntil = clock.steady() + silenceLimit;
    this.#isStreaming = true;
    eligibility.allChanged();
    this.#watch(entitlements.revalidate({ onlyUsed: false }));
  }

  #pollLater(): void {
    const { pollInterval } = this.#parts;
    this.#later(
      () => void this.#poll().finally(() => this.#pollLater()),
      pollInterval * (0.9 + Math.random() / 5),
    );
  }

  async #poll(): Promise<void> {
    if (this.#isStreaming) return;
    try {
      await this.#parts.entitlements.revalidate({ onlyUsed: true });
      this.#connect('poll');
    } catch (error) {
      this.#disconnect(error);
    }
  }

  /** A failure is found again by the next read, which counts. */
  #watch(work: Promise<void>): void {
    work.catch((error: unknown) => this.#report(error));
  }

  #connect(via: 'stream' | 'poll'): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#parts.emitter.emit('connected', { via });
  }

  #disconnect(error: unknown): void {
    this.#report(error);
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#parts.emitter.emit('disconnected', { error });
  }

  #report(error: unknown): void {
    if (!this.#parts.signal.aborted) this.#parts.emitter.emit('error', { error });
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
