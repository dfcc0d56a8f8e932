import { randomUUID } from 'node:crypto';
import type { DeliveryOutcome } from '../../shell/deliveries.ts';
import { CommandError } from '../../shell/read-json.ts';
import type { Switches } from '../../shell/switches.ts';
import type { Timers } from '../../shell/timers.ts';
import type { Amendment, MarketplaceRegister, StoredSubscription, SubscriptionState } from '../directory.ts';
import type { Settings } from '../settings.ts';
import { nextTerm } from '../term.ts';
import type { Operation, Operations, RequestSource } from './operation.ts';
import type { ShownSubscriptions } from './shown-subscriptions.ts';

export interface LifecycleContext {
  readonly register: MarketplaceRegister;
  readonly subscriptions: ShownSubscriptions;
  readonly operations: Operations;
  readonly settings: Switches<Settings>;
  readonly timers: Timers;
  /** Sends a webhook with the operation and the current subscription. */
  readonly notify: (operation: Operation, subscription: StoredSubscription) => void;
  readonly now: () => Date;
}

export type Change = { readonly planId: string } | { readonly quantity: number };

/** Changes subscriptions. A change that the status does not allow throws a `CommandError`. */
export interface Lifecycle {
  /** The publisher activates the subscription. */
  activate(subscription: StoredSubscription): void;
  /** The marketplace has activated the subscription itself. */
  announce(subscription: StoredSubscription): Operation;
  /** Settled by an acknowledgement, a refusal, or a time limit. */
  change(subscriptionId: string, change: Change, source: RequestSource): Operation;
  reinstate(subscriptionId: string): Operation;
  suspend(subscriptionId: string): Operation;
  renew(subscriptionId: string): Operation;
  unsubscribe(subscriptionId: string, source: RequestSource): Operation;
  /** Sends a webhook with an unknown action, and changes nothing. */
  notifyOf(subscriptionId: string, action: string): Operation;
  /** False when the operation, or a newer one, has been settled otherwise. */
  acknowledge(operation: Operation, isSuccess: boolean): boolean;
  settleByWebhook(operationId: string, subscriptionId: string, outcome: DeliveryOutcome): void;
}

export function createLifecycle(context: LifecycleContext): Lifecycle {
  const { register, subscriptions, operations, settings, timers, now } = context;

  function find(subscriptionId: string, ...allowed: readonly SubscriptionState[]): StoredSubscription {
    const subscription = register.findSubscription(subscriptionId);
    if (!subscription) throw new CommandError('there is no such subscription');
    if (!allowed.includes(subscription.state)) {
      throw new CommandError(`the subscription is ${subscription.state}`);
    }
    return subscription;
  }

  let lastStamp = 0;

  /** The start of an operation. All starts differ, as with the live service's finer clock. */
  function stamp(): string {
    lastStamp = Math.max(lastStamp + 1, now().getTime());
    return new Date(lastStamp).toISOString();
  }

  function begin(
    { id, publisherId, offerId, planId, quantity }: StoredSubscription,
    about: Pick<Operation, 'action' | 'source' | 'status'> & Partial<Pick<Operation, 'planId' | 'quantity'>>,
  ): Operation {
    const operation: Operation = {
      id: randomUUID(),
      activityId: randomUUID(),
      subscriptionId: id,
      publisherId,
      offerId,
      planId,
      quantity,
      timeStamp: stamp(),
      errorStatusCode: null,
      errorMessage: null,
      ...about,
    };
    operations.add(operation);
    return operation;
  }

  /** Records a completed change that needs no acknowledgement, and notifies. */
  function done(subscriptionId: string, action: string, source: RequestSource = 'Azure'): Operation {
    const subscription = find(subscriptionId, 'PendingFulfillmentStart', ...begunStates);
    const operation = begin(subscription, { action, source, status: 'Succeeded' });
    context.notify(operation, subscription);
    return operation;
  }

  /** A newer completed change of the same kind cancels an older one. */
  function isOvertaken(operation: Operation): boolean {
    const all = operations.of(operation.subscriptionId);
    const newer = all.slice(all.findIndex(({ id }) => id === operation.id) + 1);
    return newer.some(({ action, status }) => action === operation.action && status === 'Succeeded');
  }

  function carryOut(operation: Operation): void {
    const subscription = register.findSubscription(operation.subscriptionId);
    if (!subscription || subscription.state === 'Unsubscribed') {
      operations.settle(operation, 'Failed', 'The subscription has ended.');
      return;
    }
    const { id } = subscription;
    const isChange = operation.action !== 'Reinstate';
    if (isOvertaken(operation) || (isChange && isSame(operation, subscription))) {
      operations.settle(operation, 'Conflict');
      return;
    }
    if (isChange) subscriptions.amend(id, amendmentOf(operation));
    else subscriptions.changeState(id, 'Subscribed');
    operations.settle(operation, 'Succeeded');
  }

  function settleUnlessSettled(operationId: string, subscriptionId: string, error?: string): void {
    const operation = operations.find(subscriptionId, operationId);
    if (operation?.status !== 'InProgress') return;
    if (error === undefined) carryOut(operation);
    else operations.settle(operation, 'Failed', error);
  }

  function acceptLater({ id, subscriptionId }: Pick<Operation, 'id' | 'subscriptionId'>): void {
    timers.after(settings.get().autoAcceptMilliseconds, () => settleUnlessSettled(id, subscriptionId));
  }

  return {
    activate({ id }) {
      const start = () => {
        if (register.findSubscription(id)?.state === 'PendingFulfillmentStart') {
          subscriptions.changeState(id, 'Subscribed');
        }
      };
      const { activationMilliseconds } = settings.get();
      if (activationMilliseconds === 0) start();
      else timers.after(activationMilliseconds, start);
    },
    announce: ({ id }) => done(id, 'Subscribe'),
    change(subscriptionId, change, source) {
      const subscription = find(subscriptionId, 'Subscribed');
      const action = 'planId' in change ? 'ChangePlan' : 'ChangeQuantity';
      const operation = begin(subscription, { action, source, status: 'InProgress', ...change });
      context.notify(operation, subscription);
      // The publisher's own change is completed, whatever it answers to the webhook.
      if (source === 'Partner') acceptLater(operation);
      return operation;
    },
    reinstate(subscriptionId) {
      const subscription = find(subscriptionId, 'Suspended');
      const operation = begin(subscription, { action: 'Reinstate', source: 'Azure', status: 'InProgress' });
      context.notify(operation, subscription);
      return operation;
    },
    suspend(subscriptionId) {
      subscriptions.changeState(find(subscriptionId, 'Subscribed').id, 'Suspended');
      return done(subscriptionId, 'Suspend');
    },
    renew(subscriptionId) {
      const { id, term } = find(subscriptionId, 'Subscribed');
      subscriptions.amend(id, { term: nextTerm(term, now()) });
      return done(id, 'Renew');
    },
    unsubscribe(subscriptionId, source) {
      const { id } = find(subscriptionId, 'PendingFulfillmentStart', 'Subscribed', 'Suspended');
      for (const operation of operations.of(id)) {
        if (operation.status === 'InProgress') {
          operations.settle(operation, 'Failed', 'The subscription has ended.');
        }
      }
      subscriptions.changeState(id, 'Unsubscribed');
      return done(id, 'Unsubscribe', source);
    },
    notifyOf: (subscriptionId, action) => done(subscriptionId, action),
    acknowledge(operation, isSuccess) {
      if (operation.status !== 'InProgress') {
        return (operation.status === 'Succeeded') === isSuccess && !isOvertaken(operation);
      }
      if (isOvertaken(operation)) {
        operations.settle(operation, 'Conflict');
        return false;
      }
      if (isSuccess) carryOut(operation);
      else operations.settle(operation, 'Failed', 'The publisher refused it.');
      return true;
    },
    settleByWebhook(operationId, subscriptionId, outcome) {
      const operation = operations.find(subscriptionId, operationId);
      if (operation?.source === 'Partner') return;
      if (outcome === 'accepted') acceptLater({ id: operationId, subscriptionId });
      else if (outcome === 'refused') {
        settleUnlessSettled(operationId, subscriptionId, 'The publisher refused it.');
      } else settleUnlessSettled(operationId, subscriptionId, 'The webhook was never accepted.');
    },
  };
}

const begunStates = ['Subscribed', 'Suspended', 'Unsubscribed'] as const;

/** Whether the operation has no effect. */
function isSame({ action, planId, quantity }: Operation, subscription: StoredSubscription): boolean {
  return action === 'ChangePlan' ? planId === subscription.planId : quantity === subscription.quantity;
}

function amendmentOf({ action, planId, quantity }: Operation): Amendment {
  if (action === 'ChangePlan') return { planId };
  return quantity === undefined ? {} : { quantity };
}
