import { TesseraRefused } from '../errors.ts';
import type { Service } from '../http/service.ts';
import type { ServiceClock } from '../http/service-clock.ts';
import type { Journal, UsageEvent } from '../types.ts';
import { Batch, type BatchEvent } from './batch.ts';
import type { EventBuffer } from './buffer.ts';
import { FutureEvents } from './future-events.ts';
import { sendEvents } from './send-events.ts';
import type { UsageOutcomes } from './usage-outcomes.ts';

export interface SenderParts {
  readonly service: Service;
  readonly clock: ServiceClock;
  readonly journal: Journal | undefined;
  readonly buffer: EventBuffer;
  readonly outcomes: UsageOutcomes;
  /** Ends the text of an event whose time this process made before its clock was compared. */
  readonly unchecked: string;
  readonly batchSize: number;
  readonly signal: AbortSignal;
}

type Refusal = Pick<TesseraRefused, 'code' | 'status' | 'args'>;

const inFuture = 'metering.event_in_future';
const tooOld = 'metering.window_too_old';
/** An event whose time seems to have come, but not for the service, is not sent again and again. */
const shortestWait = 60_000;

/** Sends tracked events with one request at a time, and again until they are answered. */
export class UsageSender {
  readonly #parts: SenderParts;
  readonly #future = new FutureEvents();
  #batch: Batch | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Events that are in memory only and were not answered. */
  get unanswered(): readonly string[] {
    const batched = this.#batch && !this.#batch.isOfJournal ? this.#batch.unanswered : [];
    return [...batched.map(({ text }) => text), ...this.#future.texts];
  }

  /** Whether events wait for their time. */
  get isWaiting(): boolean {
    return this.#future.size > 0;
  }

  /** Until it has caught up. */
  async send(): Promise<void> {
    const { batchSize, clock, journal } = this.#parts;
    for (let hasCaughtUp = false; !hasCaughtUp; ) {
      this.#batch ??= await this.#nextBatch();
      if (this.#batch) await this.#sendBatch(this.#batch);
      // A steady stream of events would make a request for each, so a small batch is the last.
      const isLast = !this.#batch || (this.#batch.size < batchSize && this.#batch.isOfJournal === !!journal);
      hasCaughtUp = isLast && !this.#future.hasDue(clock.now());
      this.#batch = undefined;
    }
  }

  async #nextBatch(): Promise<Batch | undefined> {
    const { buffer, clock, journal, batchSize } = this.#parts;
    const due = this.#future.takeDue(clock.now(), batchSize, false);
    const texts = buffer.take(batchSize - due.length);
    if (due.length + texts.length > 0) {
      return new Batch([...due, ...texts.map((text) => ({ text, journalId: undefined }))]);
    }
    const dueOfJournal = this.#future.takeDue(clock.now(), batchSize, true);
    const events = (await journal?.take(batchSize - dueOfJournal.length)) ?? [];
    if (dueOfJournal.length + events.length === 0) return undefined;
    return new Batch([
      ...dueOfJournal,
      ...events.map((event) => ({ text: JSON.stringify(event), journalId: event.id })),
    ]);
  }

  async #sendBatch(batch: Batch): Promise<void> {
    const { journal, outcomes } = this.#parts;
    for (let events = batch.next; events; events = batch.next) {
      const kept = await this.#request(events);
      if (kept) batch.answered(kept);
      else batch.halve();
    }
    if (batch.settled.length > 0) {
      // If it fails, the next process sends the events again, and they are duplicates.
      await journal?.settle(batch.settled).catch((error: unknown) => outcomes.report(error));
    }
  }

  /** Returns the events that are sent again when their time has come; undefined if all were refused because of one. */
  async #request(events: readonly BatchEvent[]): Promise<ReadonlySet<BatchEvent> | undefined> {
    const { service, clock, outcomes, signal } = this.#parts;
    const wasCompared = clock.offset !== undefined;
    const texts = events.map(({ text }) => this.#corrected(text));
    const kept = new Set<BatchEvent>();
    const refuse = (index: number, refusal: Refusal) => {
      const [event, text] = [events[index], texts[index]];
      if (!event || text === undefined) return;
      const isKept =
        !wasCompared && this.#isCorrectable(event, refusal)
          ? this.#keepNow(event)
          : refusal.code === inFuture && this.#keepUntilDue(event, text);
      if (isKept) kept.add(event);
      else this.#refuse(JSON.parse(text), refusal);
    };
    try {
      const refused = await sendEvents(service, texts, signal);
      outcomes.sent(texts.length - refused.length);
      this.#warnOfClock();
      for (const { index, ...refusal } of refused) refuse(index, refusal);
    } catch (error) {
      if (!isRefusedAsAWhole(error)) throw error;
      if (texts.length > 1) return undefined;
      const { code, status, args } = error;
      refuse(0, { code, status, args });
    }
    return kept;
  }

  #refuse(event: UsageEvent, refusal: Refusal): void {
    const reason = `${refusal.code} ${JSON.stringify(refusal.args)}`;
    this.#parts.outcomes.refused(
      { event, ...refusal },
      `the service refuses usage of "${event.dimension}" with ${reason}. It is not billed.`,
    );
  }

  /** With the time of the service, if this process made the time and knows better by now. */
  #corrected(text: string): string {
    const { clock, unchecked } = this.#parts;
    if (!text.endsWith(unchecked)) return text;
    const { clock: _, ...event } = JSON.parse(text) as UsageEvent;
    const occurredAt = new Date(Date.parse(event.occurredAt) + (clock.offset ?? 0)).toISOString();
    return JSON.stringify({ ...event, occurredAt });
  }

  /** The response that refused the time of this process also had the service's. */
  #isCorrectable({ text }: BatchEvent, { code }: Refusal): boolean {
    const { clock, unchecked } = this.#parts;
    return (code === inFuture || code === tooOld) && !!clock.offset && text.endsWith(unchecked);
  }

  #keepNow(event: BatchEvent): boolean {
    return this.#future.keep({ ...event, dueAt: Number.NEGATIVE_INFINITY });
  }

  #keepUntilDue({ journalId }: BatchEvent, text: string): boolean {
    const { clock, outcomes } = this.#parts;
    const { dimension, occurredAt } = JSON.parse(text) as UsageEvent;
    outcomes.warn(
      `${inFuture} ${dimension}`,
      `usage of "${dimension}" is in the future (${occurredAt}). It is kept until that time: check the clock.`,
    );
    const dueAt = Math.max(Date.parse(occurredAt), clock.now() + shortestWait);
    return this.#future.keep({ text, journalId, dueAt });
  }

  #warnOfClock(): void {
    const { clock, outcomes } = this.#parts;
    if (!clock.offset) return;
    const minutes = Math.round(Math.abs(clock.offset) / 60_000);
    outcomes.warn(
      'clock',
      `the clock of this machine is ${minutes} minutes ${clock.offset < 0 ? 'ahead of' : 'behind'} the service's. ` +
        'The times of tracked usage are corrected: set the clock.',
    );
  }
}

/** Something in the request is unacceptable, not only in one of its events. */
function isRefusedAsAWhole(error: unknown): error is TesseraRefused {
  return error instanceof TesseraRefused && [400, 413, 422].includes(error.status);
}
