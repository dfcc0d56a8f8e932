import type { ControlRequest } from '../../shell/control.ts';
import { controlDeliveries } from '../../shell/deliveries.ts';
import { CommandError } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import { changeChoices, changeNumbers } from '../../shell/switches.ts';
import { dialectChoices } from '../dialect.ts';
import { readAddresses, readOrder } from '../read-entry.ts';
import { refusalOf } from './change-refusal.ts';
import type { Fulfilment } from './fulfilment.ts';
import { landingLink } from './landing-page.ts';
import type { Change } from './lifecycle.ts';
import type { Operation } from './operation.ts';
import { purchase } from './purchase.ts';

/** Commands for the customer's actions, the webhooks, the settings and the dialect. */
export async function controlFulfilment(
  { method, command, query, body }: ControlRequest,
  fulfilment: Fulfilment,
  now: Date,
): Promise<EmulatorResponse | undefined> {
  if (method !== 'POST') return undefined;
  const [what, first = '', second] = command.split('/').map(decoded);
  switch (what) {
    case 'purchases': {
      const { id } = purchase(readOrder(body), fulfilment.register, fulfilment.lifecycle);
      return { status: 200, body: withLink(id, fulfilment, now) };
    }
    case 'subscriptions':
      return second === undefined ? undefined : actOn(first, second, query, fulfilment, now);
    case 'offers': {
      if (second === undefined) return undefined;
      fulfilment.register.setAddresses(first, second, readAddresses(Object.fromEntries(query)));
      return { status: 200, body: fulfilment.register.findOffer(first, second) };
    }
    case 'deliveries': {
      const { deliveries, settings } = fulfilment;
      const endHold = () => settings.change({ holdWebhooks: 0 });
      const done = await controlDeliveries(first, second, query, deliveries, endHold);
      return done && { status: 200, body: done };
    }
    case 'settings':
      changeNumbers(query, fulfilment.settings, ['pageSize']);
      return { status: 200, body: fulfilment.settings.get() };
    case 'dialect':
      changeChoices(query, fulfilment.dialect, dialectChoices);
      return { status: 200, body: fulfilment.dialect.get() };
    default:
      return undefined;
  }
}

/** An action on one subscription, by the customer or the marketplace. */
function actOn(
  subscriptionId: string,
  verb: string,
  query: URLSearchParams,
  fulfilment: Fulfilment,
  now: Date,
): EmulatorResponse | undefined {
  const { lifecycle } = fulfilment;
  const begun = (operation: Operation): EmulatorResponse => {
    const subscription = fulfilment.register.findSubscription(subscriptionId);
    const current = fulfilment.operations.find(subscriptionId, operation.id);
    return { status: 200, body: { subscription, operation: current } };
  };
  switch (verb) {
    case 'change-plan':
      return begun(changeBy({ planId: required(query, 'planId') }, subscriptionId, fulfilment));
    case 'change-quantity': {
      const quantity = Number(required(query, 'quantity'));
      return begun(changeBy({ quantity }, subscriptionId, fulfilment));
    }
    case 'suspend':
      return begun(lifecycle.suspend(subscriptionId));
    case 'reinstate':
      return begun(lifecycle.reinstate(subscriptionId));
    case 'renew':
      return begun(lifecycle.renew(subscriptionId));
    case 'unsubscribe':
      return begun(lifecycle.unsubscribe(subscriptionId, 'Azure'));
    case 'notify':
      return begun(lifecycle.notifyOf(subscriptionId, required(query, 'action')));
    case 'landing-link':
      return { status: 200, body: withLink(subscriptionId, fulfilment, now) };
    default:
      return undefined;
  }
}

function changeBy(change: Change, subscriptionId: string, { register, lifecycle }: Fulfilment): Operation {
  const subscription = register.findSubscription(subscriptionId);
  const refusal = subscription && refusalOf(change, subscription, register);
  if (refusal) throw new CommandError(refusal.message);
  return lifecycle.change(subscriptionId, change, 'Azure');
}

function withLink(subscriptionId: string, fulfilment: Fulfilment, now: Date): object {
  const subscription = fulfilment.register.findSubscription(subscriptionId);
  if (!subscription) throw new CommandError('there is no such subscription');
  const issued = fulfilment.purchaseTokens.issue(subscription.id, now);
  return {
    subscription,
    token: issued.token,
    expiresAt: issued.expiresAt,
    landingPageUrl: landingLink(subscription, issued, fulfilment) ?? null,
  };
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new CommandError(`${name} is missing`);
  return value;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
