import type { Emitter } from '../emitter.ts';
import type { DropReason, FlushResult, Logger, TesseraEvents, TesseraOptions, UsageEvent } from '../types.ts';

interface Parts {
  readonly emitter: Emitter;
  readonly logger: Logger;
  readonly onDrop: TesseraOptions['onDrop'] | undefined;
}

/** An application may put ids into the names of its dimensions. */
const maxWarnings = 100;

/** What became of tracked events: counted for `flush`, told to listeners, and each kind of loss warned of once. */
export class UsageOutcomes {
  readonly #parts: Parts;
  readonly #warned = new Set<string>();
  #counts = { sent: 0, refused: 0, dropped: 0 };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  sent(count: number): void {
    this.#counts.sent += count;
  }

  refused({ event, code, status, args }: TesseraEvents['refused'], why: string): void {
    this.#counts.refused += 1;
    this.#parts.emitter.emit('refused', { event, code, status, args });
    this.warn(`${code} ${event.dimension}`, why);
    this.#tell(event, 'refused');
  }

  /** Events in the buffer are given as text: most are never looked at. */
  dropped(dropped: UsageEvent | string, reason: DropReason, why: string): void {
    this.#counts.dropped += 1;
    const dimension = typeof dropped === 'string' ? '' : ` of "${String(dropped.dimension)}"`;
    this.warn(reason + dimension, `usage${dimension} is lost: ${why} It is not billed.`);
    const { onDrop, emitter } = this.#parts;
    if (!onDrop && !emitter.has('dropped')) return;
    this.#tell(typeof dropped === 'string' ? JSON.parse(dropped) : dropped, reason);
  }

  /** Once for each key. */
  warn(key: string, message: string): void {
    if (this.#warned.has(key) || this.#warned.size === maxWarnings) return;
    this.#warned.add(key);
    try {
      this.#parts.logger.warn(`Tessera: ${message} (This warning is given once.)`);
    } catch (error) {
      this.report(error);
    }
  }

  report(error: unknown): void {
    this.#parts.emitter.emit('error', { error });
  }

  /** What became of events since the last call. */
  take(): FlushResult {
    const counts = this.#counts;
    this.#counts = { sent: 0, refused: 0, dropped: 0 };
    return counts;
  }

  #tell(event: UsageEvent, reason: DropReason): void {
    const { onDrop, emitter } = this.#parts;
    emitter.emit('dropped', { event, reason });
    try {
      onDrop?.(event, reason);
    } catch (error) {
      this.report(error);
    }
  }
}
