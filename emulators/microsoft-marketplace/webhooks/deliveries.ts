import {
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryOutcome,
} from '../../shell/deliveries.ts';
import type { Switches } from '../../shell/switches.ts';
import type { Timers } from '../../shell/timers.ts';
import type { MarketplaceRegister } from '../directory.ts';
import type { Operation } from '../fulfilment/operation.ts';
import type { Settings } from '../settings.ts';
import { fetchWebhookToken } from './webhook-token.ts';

/** A webhook and its attempts. */
export interface WebhookDelivery extends Delivery {
  readonly operationId: string;
  readonly subscriptionId: string;
  readonly publisherId: string;
  readonly offerId: string;
  readonly action: string;
}

export interface Webhooks extends Omit<Deliveries<WebhookDelivery>, 'send'> {
  send(operation: Operation, body: object): void;
}

export interface WebhookContext {
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

export function createWebhooks(context: WebhookContext): Webhooks {
  const { idpUrl, register, settings, timers, now } = context;
  const deliveries = createDeliveries<WebhookDelivery>({
    timers,
    now,
    limits() {
      const { webhookTimeoutMilliseconds, holdWebhooks, ...others } = settings.get();
      return { ...others, timeoutMilliseconds: webhookTimeoutMilliseconds, isHeld: holdWebhooks > 0 };
    },
    addressOf: ({ publisherId, offerId }) => register.findOffer(publisherId, offerId)?.webhookUrl,
    async post({ publisherId, body }, address, signal) {
      const publisher = register.findPublisher(publisherId);
      if (!publisher) throw new Error('the publisher is gone');
      const token = await fetchWebhookToken(idpUrl, publisher, signal);
      const response = await fetch(address, {
        method: 'POST',
        signal,
        redirect: 'manual',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await response.body?.cancel();
      return response.status;
    },
    isRefusal: (status, { action }) => status >= 400 && status < 500 && refusable.includes(action),
    onOutcome: ({ operationId, subscriptionId }, outcome) =>
      context.onOutcome(operationId, subscriptionId, outcome),
  });
  return {
    ...deliveries,
    send({ id: operationId, subscriptionId, publisherId, offerId, action }, body) {
      deliveries.send({ operationId, subscriptionId, publisherId, offerId, action, body });
    },
  };
}
