import { createDeliveries, type Deliveries, type Delivery } from '../../shell/deliveries.ts';
import type { Switches } from '../../shell/switches.ts';
import type { Timers } from '../../shell/timers.ts';
import type { AwsDialect } from '../dialect.ts';
import type { AwsRegister } from '../directory.ts';
import type { AwsSettings } from '../settings.ts';
import { type AwsEvent, type EventType, eventShape } from './event-shape.ts';

/** An event on its way to the API destination of the seller. */
export interface EventDelivery extends Delivery {
  readonly agreementId: string;
  readonly sellerAccountId: string;
  readonly detailType: string;
  readonly body: AwsEvent;
}

/** One step of a change: it happens, and an event tells of it. */
export interface Step {
  readonly afterMilliseconds: number;
  readonly type: EventType;
  readonly agreementId: string;
  /** Changes the agreement before the event is made. */
  readonly happen?: () => void;
}

export interface Events extends Omit<Deliveries<EventDelivery>, 'send'> {
  /** Each step comes after the one before it. */
  follow(steps: readonly Step[]): void;
}

export interface EventContext {
  readonly register: AwsRegister;
  readonly settings: Switches<AwsSettings>;
  readonly dialect: Switches<AwsDialect>;
  readonly timers: Timers;
  readonly now: () => Date;
}

/** EventBridge sends these again, as every 5xx; any other 4xx ends the delivery. */
const retriedStatuses = [401, 407, 409, 429];
const maxPending = 10_000;

export function createEvents({ register, settings, dialect, timers, now }: EventContext): Events {
  const lost = new Map<string, number>();
  const deliveries = createDeliveries<EventDelivery>({
    timers,
    now,
    limits() {
      const { eventTimeoutMilliseconds, holdEvents, ...others } = settings.get();
      return { ...others, timeoutMilliseconds: eventTimeoutMilliseconds, isHeld: holdEvents > 0 };
    },
    addressOf: ({ sellerAccountId }) => register.findSeller(sellerAccountId)?.destination?.url,
    async post({ sellerAccountId, body }, address, signal) {
      const secret = register.findSeller(sellerAccountId)?.destination?.secret ?? '';
      const response = await fetch(address, {
        method: 'POST',
        signal,
        redirect: 'manual',
        headers: { 'content-type': 'application/json; charset=utf-8', 'x-tessera-event-secret': secret },
        body: JSON.stringify(body),
      });
      await response.body?.cancel();
      if (isLost(body.id)) throw new Error('the answer was lost');
      return response.status;
    },
    isRefusal: (status) => status >= 400 && status < 500 && !retriedStatuses.includes(status),
  });

  function isLost(eventId: string): boolean {
    const before = lost.get(eventId) ?? 0;
    if (before >= settings.get().lostEventAnswers) return false;
    lost.set(eventId, before + 1);
    const [oldest = ''] = lost.keys();
    if (lost.size > maxPending) lost.delete(oldest);
    return true;
  }

  /** At once without a delay, so that a caller of a test sees the result. */
  let pending = 0;
  function after(milliseconds: number, action: () => void): void {
    if (milliseconds === 0 || pending >= maxPending) {
      action();
      return;
    }
    pending += 1;
    timers.after(milliseconds, () => {
      pending -= 1;
      action();
    });
  }

  function emit(event: AwsEvent, agreementId: string): void {
    const { eventDelayMilliseconds, eventCopies } = settings.get();
    const detailType = event['detail-type'].replace(/ - \w+$/, '');
    after(eventDelayMilliseconds, () => {
      for (let copy = 0; copy < eventCopies; copy += 1) {
        deliveries.send({ agreementId, sellerAccountId: event.account, detailType, body: event });
      }
    });
  }

  return {
    ...deliveries,
    follow(steps) {
      const isReversed = settings.get().reverseEvents > 0;
      const made: { readonly event: AwsEvent; readonly agreementId: string }[] = [];
      let delay = 0;
      for (const { afterMilliseconds, type, agreementId, happen } of steps) {
        delay += afterMilliseconds;
        after(delay, () => {
          happen?.();
          const agreement = register.findAgreement(agreementId);
          if (!agreement) return;
          const product = register.findProduct(agreement.sellerAccountId, agreement.productCode);
          const event = eventShape(type, agreement, product, now(), dialect.get());
          if (!isReversed) {
            emit(event, agreementId);
            return;
          }
          made.unshift({ event, agreementId });
          if (made.length === steps.length) for (const one of made) emit(one.event, one.agreementId);
        });
      }
    },
  };
}
