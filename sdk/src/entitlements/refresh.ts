import type { Clock } from '../clock.ts';
import type { Emitter } from '../emitter.ts';
import { isConfigurationFault } from '../errors.ts';
import { backoff } from '../http/backoff.ts';
import type { Service } from '../http/service.ts';
import { backgroundTimer } from '../timers.ts';
import type { ChangeReader, StreamEvent } from './change-stream.ts';
import type { Coverage } from './entitlement-freshness.ts';
import type { Entitlements } from './entitlements.ts';

interface Parts {
  readonly service: Service;
  readonly emitter: Emitter;
  readonly clock: Clock;
  readonly coverage: Coverage;
  readonly entitlements: Entitlements;
  /** A tenant's entitlement or seats have changed; without a tenant, any may have. */
  readonly onChange: (tenantId?: string) => void;
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

/**
 * Keeps what is cached current: by the change stream, and by polling while it is down. Made with the first read: a client that
 * only tracks usage needs no stream, and workers allow no requests before one.
 */
export class Refresher {
  readonly #parts: Parts;
  /** The number of the open stream, or of the pause after it. */
  #connection = 0;
  #isStreaming = false;
  #isConnected = false;
  #failures = 0;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => {
      for (const timer of this.#timers) clearTimeout(timer);
    });
    if (parts.mode === 'stream') void this.#stream();
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
    this.#connection++;
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
      const { readChanges } = await import('./change-stream.ts');
      await readChanges(service, reader);
    } catch (caught) {
      error = caught;
    }
    if (signal.aborted) return;
    this.#connection++;
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
    const { emitter, entitlements, onChange } = this.#parts;
    const { tenantId, product, version } = parseObject(data);
    if (type === 'ready') {
      this.#resyncLater(nodeLag * (1 + Math.random()));
    } else if (type === 'resync') this.#resync();
    else if (type === 'entitlement') {
      if (typeof tenantId !== 'string' || typeof product !== 'string') return;
      onChange(tenantId);
      entitlements.announce(tenantId, product, version);
    } else if (type === 'catalogue' && typeof product === 'string') {
      this.#later(
        () => {
          this.#settle(entitlements.catalogueChanged(product));
          emitter.emit('catalogue', { product });
        },
        nodeLag * (1 + Math.random()),
      );
    }
  }

  /** Everything cached is asked for again, and covered by the stream from here on. */
  #resync(): void {
    const { clock, coverage, entitlements, onChange } = this.#parts;
    coverage.since = coverage.next();
    coverage.aliveUntil = clock.steady() + silenceLimit;
    this.#isStreaming = true;
    onChange();
    void this.#settle(entitlements.revalidate({ onlyUsed: false })).then((isDone) => {
      if (isDone) this.#connect('stream');
      else this.#resyncLater(longestReconnectDelay);
    });
  }

  /** Unless the stream has ended by then. */
  #resyncLater(delay: number): void {
    const connection = this.#connection;
    this.#later(() => connection === this.#connection && this.#resync(), delay);
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
    if (await this.#settle(this.#parts.entitlements.revalidate({ onlyUsed: true }))) this.#connect('poll');
  }

  /** Returns whether the service has answered. */
  async #settle(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      this.#disconnect(error);
      return false;
    }
  }

  #connect(via: 'stream' | 'poll'): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#parts.emitter.emit('connected', { via });
  }

  #disconnect(error: unknown): void {
    const { emitter, signal } = this.#parts;
    if (signal.aborted) return;
    emitter.emit('error', { error });
    if (this.#isConnected) emitter.emit('disconnected', { error });
    this.#isConnected = false;
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
