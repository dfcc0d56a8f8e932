import type { Switches } from '../../shell/switches.ts';
import { createTimers } from '../../shell/timers.ts';
import type { Dialect } from '../dialect.ts';
import type { MarketplaceRegister } from '../directory.ts';
import type { Settings } from '../settings.ts';
import { createWebhooks, type Webhooks } from '../webhooks/deliveries.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createOperations, type Operations } from './operation.ts';
import { createPurchaseTokens, type PurchaseTokens } from './purchase-tokens.ts';
import { notificationShape } from './shapes.ts';
import { createShownSubscriptions, type ShownSubscriptions } from './shown-subscriptions.ts';

/** The fulfilment API: subscriptions, their operations, and the webhooks about them. */
export interface Fulfilment {
  readonly register: MarketplaceRegister;
  readonly subscriptions: ShownSubscriptions;
  readonly operations: Operations;
  readonly purchaseTokens: PurchaseTokens;
  readonly lifecycle: Lifecycle;
  readonly deliveries: Webhooks;
  readonly settings: Switches<Settings>;
  readonly dialect: Switches<Dialect>;
  /** The emulator's own address, for links in answers. */
  readonly url: () => string;
  close(): void;
}

export interface FulfilmentContext {
  readonly idpUrl: string;
  readonly register: MarketplaceRegister;
  readonly settings: Switches<Settings>;
  readonly dialect: Switches<Dialect>;
  readonly url: () => string;
  readonly now: () => Date;
}

export function createFulfilment(context: FulfilmentContext): Fulfilment {
  const { idpUrl, register, settings, dialect, url, now } = context;
  const operations = createOperations();
  const timers = createTimers();
  const subscriptions = createShownSubscriptions({ register, settings, timers });
  const deliveries = createWebhooks({
    idpUrl,
    register,
    settings,
    timers,
    now,
    onOutcome: (operationId, subscriptionId, outcome) =>
      lifecycle.settleByWebhook(operationId, subscriptionId, outcome),
  });
  const lifecycle = createLifecycle({
    register,
    subscriptions,
    operations,
    settings,
    timers,
    now,
    notify: (operation, subscription) =>
      deliveries.send(operation, notificationShape(operation, subscription, dialect.get())),
  });
  return {
    register,
    subscriptions,
    operations,
    purchaseTokens: createPurchaseTokens(),
    lifecycle,
    deliveries,
    settings,
    dialect,
    url,
    close() {
      timers.close();
      deliveries.close();
    },
  };
}
