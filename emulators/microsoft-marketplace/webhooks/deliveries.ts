import { CommandError } from '../../shell/read-json.ts';
import type { MarketplaceRegister } from '../directory.ts';
import type { Operation } from '../fulfilment/operation.ts';
import type { Settings } from '../settings.ts';
import type { Switches } from '../switches.ts';
import type { Timers } from '../timers.ts';
import { fetchWebhookToken } from './webhook-token.ts';

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
  /** The offer has no webhook address. */
  | 'nowhere';

/** A webhook and its attempts. */
export interface Delivery {
  /** Counted from 1. */
  readonly number: number;
  readonly operationId: string;
  readonly subscriptionId: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly action: string;
  readonly state: DeliveryState;
  readonly body: object;
  readonly attempts: readonly Attempt[];
}

export type DeliveryOutcome = 'accepted' | 'refused' | 'given up';

type ReleaseOrder = 'as-made' | 'reversed';

export interface Deliveries {
  send(operation: Operation, body: object): void;
  /** Sends at once, in any state; resolves when all attempts are answered. */
  sendAgain(number: number, times: number): Promise<Delivery>;
  /** Sends the webhooks on hold, one after the other. */
  release(order: ReleaseOrder): Promise<void>;
  list(): readonly Delivery[];
  close(): void;
}

export interface DeliveryContext {
  readonly idpUrl: string;
  readonly register: MarketplaceRegister;
  readonly settings: Switches<Settings>;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Called when a webhook is answered or given up. */
  readonly onOutcome: (operationId: string, subscriptionId: string, outcome: DeliveryOutcome) => void;
}

/** A 4xx answer to these refuses the change; to others it is a failed attempt. */
const refusable = ['ChangePlan', 'ChangeQuantity', 'Reinstate'];

export function createDeliveries(context: DeliveryContext): Deliveries {
  const { register, settings, timers, now } = context;
  const deliveries = new Map<number, Delivery>();
  const retries = new Map<number, () => void>();
  const closing = new AbortController();

  const find = (number: number): Delivery => {
    const delivery = deliveries.get(number);
    if (!delivery) throw new CommandError('there is no such delivery');
    return delivery;
  };
  const change = (number: number, changes: Partial<Delivery>) =>
    deliveries.set(number, { ...find(number), ...changes });
  const stopRetrying = (number: number) => {
    retries.get(number)?.();
    retries.delete(number);
  };

  async function call(delivery: Delivery, address: string): Promise<number> {
    const publisher = register.findPublisher(delivery.publisherId);
    if (!publisher) throw new Error('the publisher is gone');
    const timeout = AbortSignal.timeout(settings.get().webhookTimeoutMilliseconds);
    const signal = AbortSignal.any([closing.signal, timeout]);
    const token = await fetchWebhookToken(context.idpUrl, publisher, signal);
    const response = await fetch(address, {
      method: 'POST',
      signal,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(delivery.body),
    });
    await response.body?.cancel();
    return response.status;
  }

  async function attempt(number: number, isRetried: boolean): Promise<void> {
    const delivery = find(number);
    const { publisherId, offerId, operationId, subscriptionId, action } = delivery;
    const address = register.findOffer(publisherId, offerId)?.webhookUrl;
    if (address === undefined) {
      change(number, { state: 'nowhere' });
      context.onOutcome(operationId, subscriptionId, 'accepted');
      return;
    }
    if (isRetried) change(number, { state: 'sending' });
    const at = now().toISOString();
    const result = await call(delivery, address).catch(reasonOf);
    if (closing.signal.aborted) return;
    const attempts = [...find(number).attempts, { at, result }];
    const settle = (state: DeliveryOutcome) => {
      change(number, { state, attempts });
      context.onOutcome(operationId, subscriptionId, state);
    };
    if (typeof result === 'number' && result >= 200 && result < 300) settle('accepted');
    else if (typeof result === 'number' && result >= 400 && result < 500 && refusable.includes(action)) {
      settle('refused');
    } else if (!isRetried) change(number, { attempts });
    else if (attempts.length >= settings.get().attempts) settle('given up');
    else {
      change(number, { state: 'waiting', attempts });
      retries.set(
        number,
        timers.after(settings.get().retryMilliseconds, () => void attempt(number, true)),
      );
    }
  }

  async function sendNow(number: number, times: number): Promise<void> {
    stopRetrying(number);
    const { state } = find(number);
    // A settled webhook is sent again without retries.
    const isRetried = state === 'held' || state === 'waiting' || state === 'nowhere';
    await Promise.all(Array.from({ length: times }, (_, index) => attempt(number, isRetried && index === 0)));
  }

  return {
    send(operation, body) {
      const number = deliveries.size + 1;
      const { id: operationId, subscriptionId, publisherId, offerId, action } = operation;
      const isHeld = settings.get().holdWebhooks > 0;
      const state = isHeld ? 'held' : 'sending';
      const names = { operationId, subscriptionId, publisherId, offerId, action };
      deliveries.set(number, { number, ...names, state, body, attempts: [] });
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
