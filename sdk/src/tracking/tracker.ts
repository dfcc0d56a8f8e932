import { isDevelopment } from '../development.ts';
import type { Emitter } from '../emitter.ts';
import { isConfigurationFault, refuseArgument } from '../errors.ts';
import { backoff } from '../http/backoff.ts';
import type { Service } from '../http/service.ts';
import type { ServiceClock } from '../http/service-clock.ts';
import { Lazy } from '../lazy.ts';
import { backgroundTimer } from '../timers.ts';
import type { FlushResult, Journal, Logger, Tessera, TesseraOptions, UsageEvent } from '../types.ts';
import { EventBuffer } from './buffer.ts';
import { EventMaker, explainWrongMember, type TrackedUsage, wrongMember } from './event.ts';
import { UsageOutcomes } from './usage-outcomes.ts';

const maxBufferedEvents = 10_000;
const maxBufferedCharacters = 1_048_576;
const batchSize = 500;
const sendInterval = 1_000;
const longestBackoff = 30_000;
const closeLimit = 5_000;
/** Another API client may take the journal: an id that nobody else makes counts once, whoever sends it. */
const journaledSource = 'tessera-client';

export type Tracker = Pick<Tessera, 'track' | 'flush' | 'close'>;

export interface TrackerParts {
  readonly service: Service;
  readonly emitter: Emitter;
  readonly logger: Logger;
  readonly product: string;
  readonly journal?: Journal | undefined;
  readonly onDrop?: TesseraOptions['onDrop'] | undefined;
  readonly clock: ServiceClock;
}

export function createTracker(parts: TrackerParts): Tracker {
  const tracker = new UsageTracker(parts);
  return {
    track: (tenantId, dimension, quantity, options) =>
      tracker.track({ tenantId, dimension, quantity, options }),
    flush: () => tracker.flush(),
    close: () => tracker.close(),
  };
}

const done = Promise.resolve();

/**
 * Takes events and decides when they are sent. With a journal every event goes through it; the buffer is for clients
 * without one, and for events that the journal could not write.
 */
class UsageTracker {
  readonly #journal: Journal | undefined;
  readonly #maker: EventMaker;
  readonly #buffer: EventBuffer;
  readonly #outcomes: UsageOutcomes;
  readonly #sender: Lazy<import('./usage-sender.ts').UsageSender>;
  readonly #stop = new AbortController();
  /** Events since sending last began. */
  #waiting = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #lastAppend: Promise<void> = done;
  #journalError: unknown;
  #closing: Promise<void> | undefined;

  constructor({ service, emitter, logger, product, journal, onDrop, clock }: TrackerParts) {
    this.#journal = journal;
    this.#maker = new EventMaker(product, clock, journal && journaledSource);
    this.#outcomes = new UsageOutcomes({ emitter, logger, onDrop });
    this.#buffer = new EventBuffer(maxBufferedEvents, maxBufferedCharacters, (text) =>
      this.#outcomes.dropped(text, 'buffer_full', 'the buffer is full. Use a journal.'),
    );
    this.#sender = new Lazy(async () => {
      const { UsageSender } = await import('./usage-sender.ts');
      const { signal } = this.#stop;
      return new UsageSender({
        service,
        clock,
        journal,
        buffer: this.#buffer,
        outcomes: this.#outcomes,
        unchecked: `,"clock":"${this.#maker.clockName}"}`,
        batchSize,
        signal,
      });
    });
    // An earlier process may have left events.
    if (journal) this.#startLater(0);
  }

  track(usage: TrackedUsage): Promise<void> {
    const event = this.#maker.make(usage);
    const wrong = wrongMember(event);
    if (wrong) this.#refuseWrong(event, wrong);
    else if (this.#closing) this.#outcomes.dropped(event, 'closed', 'the client was closed before.');
    else if (this.#journal) {
      this.#lastAppend = this.#append(this.#journal, event);
      return this.#lastAppend;
    } else this.#push(JSON.stringify(event));
    return done;
  }

  /** Waits for the sending under way, which may have begun before the last event. */
  async flush(): Promise<FlushResult> {
    await this.#lastAppend;
    await this.#sending?.catch(() => {});
    await this.#start();
    return this.#outcomes.take();
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
    const unsent = [...(this.#sender.loaded?.unanswered ?? []), ...this.#buffer.take(maxBufferedEvents)];
    for (const text of unsent) {
      this.#outcomes.dropped(text, 'closed', 'the service did not take it before the client was closed.');
    }
    await this.#journal?.close().catch((error: unknown) => this.#outcomes.report(error));
  }

  /** A mistake of the caller is loud in development, and never stops an application in production. */
  #refuseWrong(event: UsageEvent, member: keyof UsageEvent): void {
    const why = explainWrongMember(event, member);
    if (isDevelopment()) throw refuseArgument(member, why);
    this.#outcomes.dropped(event, 'invalid', why);
  }

  async #append(journal: Journal, event: UsageEvent): Promise<void> {
    try {
      await journal.append(event);
      this.#journalError = undefined;
      this.#noteWaiting();
    } catch (error) {
      // All events of a failed write have the same error.
      if (error !== this.#journalError) this.#outcomes.report(error);
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

  /** Sends what there is, then plans the next time. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = 0;
    try {
      const sender = await this.#sender.get();
      await sender.send();
      this.#failures = 0;
      // A journal also has the events that another process leaves behind.
      if (this.#waiting >= batchSize) this.#plan(0);
      else if (this.#journal || this.#buffer.size > 0 || sender.isWaiting) this.#plan(sendInterval);
    } catch (error) {
      this.#failures += 1;
      this.#plan(backoff(this.#failures, sendInterval, longestBackoff));
      if (!this.#stop.signal.aborted) this.#reportFailure(error);
      throw error;
    }
  }

  #plan(delay: number): void {
    if (!this.#stop.signal.aborted) this.#startLater(delay);
  }

  /** An outage ends by itself; a wrong credential does not. */
  #reportFailure(error: unknown): void {
    if (isConfigurationFault(error)) this.#outcomes.warn(String(error), `usage is not sent: ${error}.`);
    this.#outcomes.report(error);
  }
}
