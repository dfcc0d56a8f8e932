import { TesseraRefused } from '../errors.ts';
import type { Service } from '../http/service.ts';
import type { Journal, UsageEvent } from '../types.ts';
import { Batch } from './batch.ts';
import type { EventBuffer } from './buffer.ts';
import { sendEvents } from './send-events.ts';
import type { UsageOutcomes } from './usage-outcomes.ts';

export interface SenderParts {
  readonly service: Service;
  readonly journal: Journal | undefined;
  readonly buffer: EventBuffer;
  readonly outcomes: UsageOutcomes;
  readonly batchSize: number;
  readonly signal: AbortSignal;
}

/** Sends tracked events with one request at a time, and again until they are answered. */
export class UsageSender {
  readonly #parts: SenderParts;
  #batch: Batch | undefined;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Events that are in memory only and were not answered. */
  get unanswered(): readonly string[] {
    return this.#batch && !this.#batch.isOfJournal ? this.#batch.unanswered : [];
  }

  /** Until it has caught up. */
  async send(): Promise<void> {
    const { batchSize, journal } = this.#parts;
    for (let hasCaughtUp = false; !hasCaughtUp; ) {
      this.#batch ??= await this.#nextBatch();
      if (this.#batch) await this.#sendBatch(this.#batch);
      // A steady stream of events would make a request for each, so a small batch is the last.
      hasCaughtUp = !this.#batch || (this.#batch.size < batchSize && this.#batch.isOfJournal === !!journal);
      this.#batch = undefined;
    }
  }

  async #nextBatch(): Promise<Batch | undefined> {
    const { buffer, journal, batchSize } = this.#parts;
    const texts = buffer.take(batchSize);
    if (texts.length > 0) return new Batch(texts);
    const events = (await journal?.take(batchSize)) ?? [];
    return events.length > 0 ? Batch.ofJournal(events) : undefined;
  }

  async #sendBatch(batch: Batch): Promise<void> {
    const { service, journal, outcomes, signal } = this.#parts;
    for (let texts = batch.next; texts; texts = batch.next) {
      try {
        const refused = await sendEvents(service, texts, signal);
        outcomes.sent(texts.length - refused.length);
        for (const { index, ...refusal } of refused) this.#refuse(texts[index], refusal);
      } catch (error) {
        if (!isRefusedAsAWhole(error)) throw error;
        if (texts.length > 1) {
          batch.halve();
          continue;
        }
        this.#refuse(texts[0], error);
      }
      batch.answered();
    }
    if (batch.journalIds) {
      // If it fails, the next process sends the events again, and they are duplicates.
      await journal?.settle(batch.journalIds).catch((error: unknown) => outcomes.report(error));
    }
  }

  #refuse(text: string | undefined, { code, status, args }: Refusal): void {
    if (text === undefined) return;
    this.#parts.outcomes.refused({ event: JSON.parse(text) as UsageEvent, code, status, args });
  }
}

type Refusal = Pick<TesseraRefused, 'code' | 'status' | 'args'>;

/** Something in the request is unacceptable, not only in one of its events. */
function isRefusedAsAWhole(error: unknown): error is TesseraRefused {
  return error instanceof TesseraRefused && [400, 413, 422].includes(error.status);
}
