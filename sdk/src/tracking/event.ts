import type { TrackOptions, UsageEvent } from '../types.ts';

export interface TrackedUsage {
  readonly tenantId: string;
  readonly dimension: string;
  readonly quantity: number | undefined;
  readonly options: (TrackOptions & { readonly product?: string }) | undefined;
}

const maxQuantity = 1_000_000_000;
const millionths = 1_000_000;
const maxIdLength = 128;
/** More than the service takes of any text. Bounds an event in the buffer and in the journal. */
const maxTextLength = 512;

/** Makes events with ids that no other client makes, and with the present time. */
export class EventMaker {
  readonly #product: string;
  readonly #now: () => number;
  #prefix: string | undefined;
  #count = 0;
  #second = Number.NaN;
  #secondText = '';

  constructor(product: string, now: () => number) {
    this.#product = product;
    this.#now = now;
  }

  make({ tenantId, dimension, quantity, options }: TrackedUsage): UsageEvent {
    const event: { -readonly [Member in keyof UsageEvent]: UsageEvent[Member] } = {
      id: options?.id ?? this.#nextId(),
      tenantId,
      product: options?.product ?? this.#product,
      dimension,
      occurredAt: options?.occurredAt ? timestamp(options.occurredAt) : this.#timestampNow(),
    };
    if (quantity !== undefined) event.quantity = quantity;
    if (options?.plan !== undefined) event.plan = options.plan;
    if (options?.subscriptionId !== undefined) event.subscriptionId = options.subscriptionId;
    if (options?.uniqueKey !== undefined) event.uniqueKey = options.uniqueKey;
    return event;
  }

  /** 128 random bits of this client and a counter: much faster than random bits for each event. */
  #nextId(): string {
    // Not earlier: edge workers have no random numbers before the first request.
    this.#prefix ??= randomPrefix();
    this.#count += 1;
    return this.#prefix + this.#count.toString(36);
  }

  /** Formatting a date is a third of the cost of an event, so the text of a second is cached. */
  #timestampNow(): string {
    const now = this.#now();
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#secondText = timestamp(second * 1_000).slice(0, -4);
      this.#second = second;
    }
    return `${this.#secondText}${String(Math.floor(now - second * 1_000)).padStart(3, '0')}Z`;
  }
}

/** Whether the service can take the event, as far as the event alone can tell. */
export function isValidEvent(event: UsageEvent): boolean {
  const { id, tenantId, product, dimension, quantity, occurredAt, plan, subscriptionId, uniqueKey } = event;
  return (
    [id, tenantId, product, dimension, occurredAt].every(isText) &&
    id.length <= maxIdLength &&
    (quantity === undefined || isQuantity(quantity)) &&
    [plan, subscriptionId, uniqueKey].every((value) => value === undefined || isText(value))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxTextLength;
}

/** From 0 to 1,000,000,000 with at most 6 decimals. A whole number of millionths, divided, is its own double again. */
function isQuantity(value: unknown): boolean {
  return (
    typeof value === 'number' &&
    value >= 0 &&
    value <= maxQuantity &&
    Math.round(value * millionths) / millionths === value
  );
}

/** Empty for an invalid date. */
function timestamp(time: Date | number): string {
  const date = new Date(Number(time));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function randomPrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}-`;
}
