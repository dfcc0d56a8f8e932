import type { ServiceClock } from '../http/service-clock.ts';
import type { TrackOptions, UsageEvent } from '../types.ts';
import { isQuantity, roundQuantity } from './quantity.ts';

export interface TrackedUsage {
  readonly tenantId: string;
  readonly dimension: string;
  readonly quantity: number | undefined;
  readonly options: (TrackOptions & { readonly product?: string }) | undefined;
}

const maxIdLength = 128;
/** More than the service takes of any text. Bounds an event in the buffer and in the journal. */
const maxTextLength = 512;

/** Makes events with ids that no other client makes, and with the present time. */
export class EventMaker {
  readonly #product: string;
  readonly #clock: ServiceClock;
  readonly #source: string | undefined;
  #prefix: string | undefined;
  #count = 0;
  #second = Number.NaN;
  #secondText = '';

  /** @param source of the ids that are made here; undefined: the API client that sends them */
  constructor(product: string, clock: ServiceClock, source?: string) {
    this.#product = product;
    this.#clock = clock;
    this.#source = source;
  }

  /** Names the clock of this process. Short, because events in the buffer have it. */
  get clockName(): string {
    return this.#idPrefix().slice(0, 8);
  }

  make({ tenantId, dimension, quantity, options }: TrackedUsage): UsageEvent {
    const event: { -readonly [Member in keyof UsageEvent]: UsageEvent[Member] } = {
      id: options?.id ?? this.#nextId(),
      tenantId,
      product: options?.product ?? this.#product,
      dimension,
      occurredAt: options?.occurredAt ? timestamp(options.occurredAt) : this.#timestampNow(),
    };
    if (quantity !== undefined) event.quantity = roundQuantity(quantity);
    if (options?.plan !== undefined) event.plan = options.plan;
    if (options?.subscriptionId !== undefined) event.subscriptionId = options.subscriptionId;
    if (options?.uniqueKey !== undefined) event.uniqueKey = options.uniqueKey;
    const source = options?.id === undefined ? this.#source : options.source;
    if (source !== undefined) event.source = source;
    // The last member, so that the end of the text tells.
    if (!options?.occurredAt && this.#clock.offset === undefined) event.clock = this.clockName;
    return event;
  }

  /** 128 random bits of this client and a counter: much faster than random bits for each event. */
  #nextId(): string {
    this.#count += 1;
    return this.#idPrefix() + this.#count.toString(36);
  }

  #idPrefix(): string {
    // Not earlier: edge workers have no random numbers before the first request.
    this.#prefix ??= randomPrefix();
    return this.#prefix;
  }

  /** Formatting a date is a third of the cost of an event, so the text of a second is cached. */
  #timestampNow(): string {
    const now = this.#clock.now();
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#secondText = timestamp(second * 1_000).slice(0, -4);
      this.#second = second;
    }
    return `${this.#secondText}${String(Math.floor(now - second * 1_000)).padStart(3, '0')}Z`;
  }
}

const required = ['tenantId', 'dimension', 'product', 'occurredAt', 'id'] as const;
const optional = ['plan', 'subscriptionId', 'uniqueKey', 'source'] as const;

/** The member because of which the service can never take the event, as far as the event alone can tell. */
export function wrongMember(event: UsageEvent): keyof UsageEvent | undefined {
  for (const member of required) if (!isText(event[member])) return member;
  if (event.id.length > maxIdLength) return 'id';
  if (event.quantity !== undefined && !isQuantity(event.quantity)) return 'quantity';
  for (const member of optional) if (event[member] !== undefined && !isText(event[member])) return member;
  return undefined;
}

/** What is wrong with the member, and what to do. */
export function explainWrongMember(event: UsageEvent, member: keyof UsageEvent): string {
  const use =
    member === 'quantity' ? 'a number from 0.000001 to 1,000,000,000, or 0' : 'a text, not too long';
  return `${member} of tracked usage is ${String(event[member])}: use ${use}.`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxTextLength;
}

/** Empty for an invalid date, and for what is no date. */
function timestamp(time: Date | number): string {
  const date = new Date(typeof time === 'number' ? time : (time.getTime?.() ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function randomPrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}-`;
}
