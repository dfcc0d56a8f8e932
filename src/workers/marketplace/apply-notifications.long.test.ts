import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FulfilmentWorld } from '../../../tests/support/worlds/fulfilment-world.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const actions = ['change-plan', 'change-quantity', 'renew', 'suspend', 'reinstate', 'unsubscribe'] as const;
type Action = (typeof actions)[number];

describe('every action in every status', () => {
  const states = {
    unknown: [],
    pending: [],
    active: [{ type: 'activate' }],
    suspended: [{ type: 'activate' }, { type: 'suspend' }],
    cancelled: [{ type: 'cancelNow' }],
  } as const;
  type State = keyof typeof states;
  // Our status after the notification; an ended subscription stays ended and raises a notice.
  const outcomes: Record<Action, Record<State, string>> = {
    'change-plan': {
      unknown: 'Active',
      pending: 'Active',
      active: 'Active',
      suspended: 'Active',
      cancelled: 'Cancelled; told',
    },
    'change-quantity': {
      unknown: 'Active',
      pending: 'Active',
      active: 'Active',
      suspended: 'Active',
      cancelled: 'Cancelled; told',
    },
    renew: {
      unknown: 'Active',
      pending: 'Active',
      active: 'Active',
      suspended: 'Active',
      cancelled: 'Cancelled; told',
    },
    suspend: {
      unknown: 'Suspended',
      pending: 'Suspended',
      active: 'Suspended',
      suspended: 'Suspended',
      cancelled: 'Cancelled; told',
    },
    reinstate: {
      unknown: 'Active',
      pending: 'Active',
      active: 'Active',
      suspended: 'Active',
      cancelled: 'Cancelled; told',
    },
    unsubscribe: {
      unknown: 'none',
      pending: 'Cancelled',
      active: 'Cancelled',
      suspended: 'Cancelled',
      cancelled: 'Cancelled',
    },
  };

  it.each(actions)('%s', async (action) => {
    const query = { 'change-plan': '?planId=gold', 'change-quantity': '?quantity=9' }[action as string] ?? '';
    const planId = action === 'change-quantity' ? 'seats' : 'basic';
    const stateThere = action === 'reinstate' ? 'Suspended' : 'Subscribed';
    const made: { readonly state: State; readonly id: string; readonly operationId: string }[] = [];
    for (const state of Object.keys(states) as State[]) {
      const id = shop.sold({ planId, state: 'PendingFulfillmentStart' });
      if (state !== 'unknown') await shop.landed(id, states[state]);
      shop.marketplace.changeState(id, 'Subscribed');
      if (stateThere === 'Suspended') shop.marketplace.changeState(id, 'Suspended');
      made.push({ state, id, ...(await shop.customer(id, `${action}${query}`)) });
    }
    await expect.poll(async () => (await shop.calls()).length).toBe(made.length);
    await shop.applier().run();
    const notices = await shop.notices();
    const actual: Record<string, string> = {};
    for (const { state, id, operationId } of made) {
      const hasNotice = notices.some(({ key }) => key.includes(operationId));
      actual[state] = `${(await shop.ours(id))?.status ?? 'none'}${hasNotice ? '; told' : ''}`;
      expect((await shop.call(operationId))?.state).not.toBe('Received');
    }
    expect(actual).toEqual(outcomes[action]);
  });
});
