import type { Emitter } from '../emitter.ts';
import { TesseraRefused } from '../errors.ts';
import { backoff } from '../http/backoff.ts';
import type { Service } from '../http/service.ts';
import { backgroundTimer } from '../timers.ts';
import type { DropReason, Journal, Tessera, TesseraOptions, UsageEvent } from '../types.ts';
import { Batch } from './batch.ts';
import { EventBuffer } from './buffer.ts';
import { EventMaker, isValidEvent, type TrackedUsage } from './event.ts';
import { sendEvents } from './send-events.ts';

const maxBufferedEvents = 10_000;
const maxBufferedCharacters = 1_048_576;
const batchSize = 500;
const sendInterval = 1_000;
const longestBackoff = 30_000;
const closeLimit = 5_000;

export type Tracker = Pick<Tessera, 'track' | 'flush' | 'close'>;

export interface TrackerParts {
  readonly service: Service;
  readonly emitter: Emitter;
  readonly product: string;
  readonly journal?: Journal | undefined;
  readonly onDrop?: TesseraOptions['onDrop'] | undefined;
  readonly now?: (() => number) | undefined;
}

export function createTracker(parts: TrackerParts): Tracker {
  const sender = new UsageSender(parts);
  return {
    track: (tenantId, dimension, quantity, options) =>
      sender.track({ tenantId, dimension, quantity, options }),
    flush: () => sender.flush(),
    close: () => sender.close(),
  };
}

const done = Promise.resolve();

/**
 * Sends tracked events with one request at a time, and again until they are answered. With a journal every event goes
 * through it; the buffer is for clients without one, and for events that the journal could not write.
 */
class UsageSender {
  readonly #parts: TrackerParts;
  readonly #journal: Journal | undefined;
  readonly #maker: EventMaker;
  readonly #buffer: EventBuffer;
  readonly #stop = new AbortController();
  #batch: Batch | undefined;
  /** Events since sending last began. */
  #waiting = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #lastAppend: Promise<void> = done;
  #journalError: unknown;
  #closing: Promise<void> | undefined;

  constructor(parts: TrackerParts) {
    this.#parts = parts;
    this.#journal = parts.journal;
    this.#maker = new EventMaker(parts.product, parts.now ?? Date.now);
    this.#buffer = new EventBuffer(maxBufferedEvents, maxBufferedCharacters, (text) =>
      this.#drop(text, 'buffer_full'),
    );
    // An earlier process may have left events.
    if (this.#journal) this.#startLater(0);
  }

  track(usage: TrackedUsage): Promise<void> {
    try {
      const event = this.#maker.make(usage);
      if (!isValidEvent(event)) this.#drop(event, 'invalid');
      else if (this.#closing) this.#drop(event, 'closed');
      else if (this.#journal) {
        this.#lastAppend = this.#append(this.#journal, event);
        return this.#lastAppend;
      } else this.#push(JSON.stringify(event));
    } catch (error) {
      this.#report(error);
    }
    return done;
  }

  /** Waits for the sending under way, which may have begun before the last event. */
  async flush(): Promise<void> {
    await this.#lastAppend;
    await this.#sending?.catch(() => {});
    await this.#start();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    let limit: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, closeLimit);
    });
    await Promise.race([this.flush().catch(() => {}), expired]);
    clearTimeout(limit);
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#sending?.catch(() => {});
    // What is in the journal is sent by the next process.
    const batched = this.#batch?.isOfJournal ? [] : (this.#batch?.unanswered ?? []);
    for (const text of [...batched, ...this.#buffer.take(maxBufferedEvents)]) this.#drop(text, 'closed');
    await this.#journal?.close().catch((error: unknown) => this.#report(error));
  }

  async #append(journal: Journal, event: UsageEvent): Promise<void> {
    try {
      await journal.append(event);
      this.#journalError = undefined;
      this.#noteWaiting();
    } catch (error) {
      // All events of a failed write have the same error.
      if (error !== this.#journalError) this.#report(error);
      this.#journalError = error;
      this.#push(JSON.stringify(event));
    }
  }

  #push(text: string): void {
    this.#buffer.push(text);
    this.#noteWaiting();
  }

  #noteWaiting(): void {
    this.#waiting += 1;
    if (this.#sending || this.#closing) return;
    if (this.#waiting === batchSize && this.#failures === 0) this.#startLater(0);
    else if (!this.#timer) this.#startLater(sendInterval);
  }

  #startLater(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = backgroundTimer(() => void this.#start().catch(() => {}), delay);
  }

  #start(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends until it has caught up, then plans the next time. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = 0;
    try {
      for (let hasCaughtUp = false; !hasCaughtUp; ) {
        this.#batch ??= await this.#nextBatch();
        if (this.#batch) await this.#sendBatch(this.#batch);
        // A steady stream of events would make a request for each, so a small batch is the last.
        hasCaughtUp =
          !this.#batch || (this.#batch.size < batchSize && this.#batch.isOfJournal === !!this.#journal);
        this.#batch = undefined;
      }
      this.#failures = 0;
      // A journal also has the events that another process leaves behind.
      if (this.#waiting >= batchSize) this.#plan(0);
      else if (this.#journal || this.#buffer.size > 0) this.#plan(sendInterval);
    } catch (error) {
      this.#failures += 1;
      this.#plan(backoff(this.#failures, sendInterval, longestBackoff));
      if (!this.#stop.signal.aborted) this.#report(error);
      throw error;
    }
  }

  #plan(delay: number): void {
    if (!this.#stop.signal.aborted) this.#startLater(delay);
  }

  async #nextBatch(): Promise<Batch | undefined> {
    const texts = this.#buffer.take(batchSize);
    if (texts.length > 0) return new Batch(texts);
    const events = (await this.#journal?.take(batchSize)) ?? [];
    return events.length > 0 ? Batch.ofJournal(events) : undefined;
  }

  async #sendBatch(batch: Batch): Promise<void> {
    for (let texts = batch.next; texts; texts = batch.next) {
      try {
        for (const { index, code, status } of await sendEvents(
          this.#parts.service,
          texts,
          this.#stop.signal,
        )) {
          this.#refuse(texts[index], code, status);
        }
      } catch (error) {
        if (!isRefusedAsAWhole(error)) throw error;
        if (texts.length > 1) {
          batch.halve();
          continue;
        }
        this.#refuse(texts[0], error.code, error.status);
      }
      batch.answered();
    }
    if (batch.journalIds) {
      // If it fails, the next process sends the events again, and they are duplicates.
      await this.#journal?.settle(batch.journalIds).catch((error: unknown) => this.#report(error));
    }
  }

  #refuse(text: string | undefined, code: string, status: number): void {
    if (text === undefined) return;
    const event = JSON.parse(text) as UsageEvent;
    this.#parts.emitter.emit('refused', { event, code, status });
    this.#drop(event, 'refused');
  }

  #drop(dropped: UsageEvent | string, reason: DropReason): void {
    const { onDrop, emitter } = this.#parts;
    if (!onDrop && !emitter.has('dropped')) return;
    const event = typeof dropped === 'string' ? (JSON.parse(dropped) as UsageEvent) : dropped;
    emitter.emit('dropped', { event, reason });
    try {
      onDrop?.(event, reason);
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    this.#parts.emitter.emit('error', { error });
  }
}

/** Something in the request is unacceptable, not only in one of its events. */
function isRefusedAsAWhole(error: unknown): error is TesseraRefused {
  return error instanceof TesseraRefused && [400, 413, 422].includes(error.status);
}
