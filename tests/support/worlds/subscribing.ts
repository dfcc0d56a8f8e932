import type { ActionContext } from '../../../src/actions/context.ts';
import {
  createSubscription,
  type NewSubscription,
} from '../../../src/actions/subscriptions/create-subscription.ts';
import {
  moveSubscription,
  type RequestedMove,
} from '../../../src/actions/subscriptions/move-subscription.ts';
import { done } from '../done.ts';

export const note = { actor: 'test' };

interface Actions {
  readonly context: ActionContext;
}

export function newTenant(): string {
  return crypto.randomUUID();
}

export const order = (
  rest: Partial<NewSubscription> & Pick<NewSubscription, 'tenantId'>,
): NewSubscription => ({
  product: 'forum',
  plan: 'basic',
  source: 'Direct',
  quantity: null,
  validUntil: null,
  renewsItself: false,
  isTrial: false,
  trialEndsAt: null,
  marketplaceSubscriptionId: null,
  ...rest,
});

/** Creates a subscription and activates it; returns its id. */
export async function subscribe(
  world: Actions,
  workspaceId: string,
  rest: Parameters<typeof order>[0],
): Promise<string> {
  const { subscription } = done(await createSubscription(world.context, workspaceId, order(rest), note));
  await move(world, workspaceId, subscription.subscriptionId, { type: 'activate' });
  return subscription.subscriptionId;
}

export async function move(
  world: Actions,
  workspaceId: string,
  subscriptionId: string,
  requested: RequestedMove,
): Promise<void> {
  done(await moveSubscription(world.context, workspaceId, subscriptionId, requested, note));
}
