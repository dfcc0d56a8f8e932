import { CommandError } from './read-json.ts';
import type { Timers } from './timers.ts';

interface Attempt {
  readonly at: string;
  /** The answer's status, or why there was none. */
  readonly result: number | string;
}

type DeliveryState =
  | 'held'
  | 'sending'
  | 'waiting'
  | 'accepted'
  | 'refused'
  | 'given up'
  /** There is no address to send it to. */
  | 'nowhere';

/** A message to another service, and its attempts. Emulators add members that say what it is about. */
export interface Delivery {
  /** Counted from 1. */
  readonly number: number;
  readonly state: DeliveryState;
  readonly body: object;
  readonly attempts: readonly Attempt[];
}

export type DeliveryOutcome = 'accepted' | 'refused' | 'given up';

type ReleaseOrder = 'as-made' | 'reversed';

/** What an emulator says of a message. */
type Message<OneDelivery extends Delivery> = Omit<OneDelivery, 'number' | 'state' | 'attempts'>;

export interface Deliveries<OneDelivery extends Delivery> {
  send(message: Message<OneDelivery>): void;
  /** Sends at once, in any state; resolves when all attempts are answered. */
  sendAgain(number: number, times: number): Promise<OneDelivery>;
  /** Sends the messages on hold, one after the other. */
  release(order: ReleaseOrder): Promise<void>;
  /** In the order they were made; the oldest are forgotten when there are too many. */
  list(): readonly OneDelivery[];
  close(): void;
}

interface DeliveryLimits {
  readonly timeoutMilliseconds: number;
  readonly retryMilliseconds: number;
  readonly attempts: number;
  readonly isHeld: boolean;
}

export interface DeliveryContext<OneDelivery extends Delivery> {
  readonly limits: () => DeliveryLimits;
  readonly timers: Timers;
  readonly now: () => Date;
  readonly addressOf: (delivery: OneDelivery) => string | undefined;
  /** Posts the message, and gives the answer's status. */
  readonly post: (delivery: OneDelivery, address: string, signal: AbortSignal) => Promise<number>;
  /** What a status means that is not 2xx: a refusal, or a failed attempt. */
  readonly isRefusal: (status: number, delivery: OneDelivery) => boolean;
  /** Called when a message is answered or given up. */
  readonly onOutcome?: (delivery: OneDelivery, outcome: DeliveryOutcome) => void;
}

const maxDeliveries = 10_000;
const maxAttempts = 1_000;

export function createDeliveries<OneDelivery extends Delivery>(
  context: DeliveryContext<OneDelivery>,
): Deliveries<OneDelivery> {
  const { limits, timers, now } = context;
  const deliveries = new Map<number, OneDelivery>();
  const retries = new Map<number, () => void>();
  const closing = new AbortController();
  let made = 0;

  const find = (number: number): OneDelivery => {
    const delivery = deliveries.get(number);
    if (!delivery) throw new CommandError('there is no such delivery');
    return delivery;
  };
  const change = (number: number, changes: Partial<Delivery>) => {
    const delivery = deliveries.get(number);
    if (delivery) deliveries.set(number, { ...delivery, ...changes });
  };
  const stopRetrying = (number: number) => {
    retries.get(number)?.();
    retries.delete(number);
  };
  const forgetOldest = () => {
    const [oldest] = deliveries.keys();
    if (deliveries.size <= maxDeliveries || oldest === undefined) return;
    stopRetrying(oldest);
    deliveries.delete(oldest);
  };

  async function attempt(number: number, isRetried: boolean): Promise<void> {
    const delivery = deliveries.get(number);
    if (!delivery) return;
    const settle = (state: DeliveryOutcome, changes: Partial<Delivery>) => {
      change(number, { state, ...changes });
      context.onOutcome?.(delivery, state);
    };
    const address = context.addressOf(delivery);
    if (address === undefined) {
      settle('accepted', { state: 'nowhere' });
      return;
    }
    if (isRetried) change(number, { state: 'sending' });
    const { timeoutMilliseconds, retryMilliseconds, attempts: most } = limits();
    const at = now().toISOString();
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMilliseconds)]);
    const result = await context.post(delivery, address, signal).catch(reasonOf);
    if (closing.signal.aborted) return;
    const attempts = [...(deliveries.get(number)?.attempts ?? []), { at, result }].slice(-maxAttempts);
    if (typeof result === 'number' && result >= 200 && result < 300) settle('accepted', { attempts });
    else if (typeof result === 'number' && context.isRefusal(result, delivery)) {
      settle('refused', { attempts });
    } else if (!isRetried) change(number, { attempts });
    else if (attempts.length >= most) settle('given up', { attempts });
    else {
      change(number, { state: 'waiting', attempts });
      retries.set(
        number,
        timers.after(retryMilliseconds, () => void attempt(number, true)),
      );
    }
  }

  async function sendNow(number: number, times: number): Promise<void> {
    stopRetrying(number);
    const { state } = find(number);
    // A settled message is sent again without retries.
    const isRetried = state === 'held' || state === 'waiting' || state === 'nowhere';
    await Promise.all(Array.from({ length: times }, (_, index) => attempt(number, isRetried && index === 0)));
  }

  return {
    send(message) {
      made += 1;
      const number = made;
      const { isHeld } = limits();
      const state = isHeld ? 'held' : 'sending';
      deliveries.set(number, { ...message, number, state, attempts: [] } as unknown as OneDelivery);
      forgetOldest();
      // After the request that caused it is answered.
      if (!isHeld) setImmediate(() => void attempt(number, true));
    },
    async sendAgain(number, times) {
      await sendNow(number, times);
      return find(number);
    },
    async release(order) {
      const numbers = [...deliveries.values()]
        .filter(({ state }) => state === 'held')
        .map((one) => one.number);
      for (const number of order === 'reversed' ? numbers.toReversed() : numbers) await sendNow(number, 1);
    },
    list: () => [...deliveries.values()],
    close: () => closing.abort(),
  };
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'no answer';
  if (fault.name === 'TimeoutError') return 'no answer in time';
  const { cause } = fault;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : fault.message;
}

/**
 * Answers `{number}/send?times=…` and `release?order=…`; undefined for another command.
 *
 * @param endHold is called before the messages on hold are released.
 */
export async function controlDeliveries<OneDelivery extends Delivery>(
  which: string,
  verb: string | undefined,
  query: URLSearchParams,
  deliveries: Omit<Deliveries<OneDelivery>, 'send'>,
  endHold: () => void,
): Promise<object | undefined> {
  if (which === 'release' && verb === undefined) {
    const order = query.get('order') ?? 'as-made';
    if (order !== 'as-made' && order !== 'reversed') {
      throw new CommandError('order must be as-made or reversed');
    }
    endHold();
    await deliveries.release(order);
    return { deliveries: deliveries.list() };
  }
  if (verb !== 'send') return undefined;
  const times = Number(query.get('times') ?? 1);
  if (!Number.isSafeInteger(times) || times < 1 || times > 100) {
    throw new CommandError('times must be a whole number from 1 to 100');
  }
  return deliveries.sendAgain(Number(which), times);
}
