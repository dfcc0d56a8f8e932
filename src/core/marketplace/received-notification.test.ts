import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { type MarketplaceOperation, marketplaceActions } from './fulfilment.ts';
import {
  type ReceivedNotification,
  readReceivedNotification,
  reasonAgainst,
  stepAfter,
} from './received-notification.ts';

const body = { id: 'op', subscriptionId: 's', action: 'ChangePlan', planId: 'gold', quantity: 5 };
const call: ReceivedNotification = {
  operationId: 'op',
  marketplaceSubscriptionId: 's',
  action: 'ChangePlan',
  planId: 'gold',
  quantity: 5,
  requestedBy: null,
};

function operation(rest: Partial<MarketplaceOperation> = {}): MarketplaceOperation {
  return {
    id: 'op',
    subscriptionId: 's',
    actionName: rest.action ?? 'ChangePlan',
    action: 'ChangePlan',
    offerId: 'offer',
    planId: 'gold',
    quantity: 5,
    status: 'InProgress',
    requestedBy: null,
    at: null,
    failure: null,
    ...rest,
  };
}

describe('a call', () => {
  it.each<[string, object, Partial<ReceivedNotification>]>([
    ['as documented', {}, {}],
    ['with padding', { id: ' op ', action: 'ChangePlan ' }, {}],
    ['with a quantity as text', { quantity: '5' }, {}],
    ['without a quantity', { quantity: '' }, { quantity: null }],
    ['with half a seat', { quantity: 2.5 }, { quantity: null }],
    ['from the customer', { operationRequestSource: 'Azure' }, { requestedBy: 'Marketplace' }],
    ['from us', { operationRequestedSource: 'partner' }, { requestedBy: 'Publisher' }],
    ['with members that nobody knows', { purchaseToken: null, more: [1] }, {}],
    ['of no action', { action: null }, { action: '' }],
  ])('is read %s', (_, rest, expected) => {
    expect(readReceivedNotification({ ...body, ...rest })).toEqual({ ...call, ...expected });
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const read = readReceivedNotification(anything);
        expect(isRefusal(read) || read.operationId.length > 0).toBe(true);
      }),
    );
  });
});

describe('what is done about it', () => {
  const step = (said: Partial<ReceivedNotification>, rest: Partial<MarketplaceOperation>) =>
    stepAfter({ ...call, ...said }, operation(rest)).step;

  it.each<[string, Partial<ReceivedNotification>, Partial<MarketplaceOperation>, string]>([
    ['a change under way', {}, {}, 'answer'],
    ['a change not begun', {}, { status: 'NotStarted' }, 'answer'],
    ['a change of ours, as the call says', { requestedBy: 'Publisher' }, {}, 'wait'],
    ['a change of ours, as the operation says', {}, { requestedBy: 'Publisher' }, 'wait'],
    ['a change that is done', {}, { status: 'Succeeded' }, 'align'],
    ['a change that was so already', {}, { status: 'Conflict' }, 'align'],
    ['a change that has failed', {}, { status: 'Failed' }, 'ignore'],
    ['a status that nobody knows', {}, { status: 'Unknown' }, 'align'],
    ['another plan than it said', { planId: 'silver' }, {}, 'ignore'],
    ['a plan that it did not say', { planId: null }, {}, 'answer'],
    ['another action than it said', { action: 'Unsubscribe' }, {}, 'ignore'],
    ['the action in other letters', { action: 'changeplan' }, {}, 'answer'],
    ['another quantity', { action: 'ChangeQuantity', quantity: 4 }, { action: 'ChangeQuantity' }, 'ignore'],
    [
      'an action that nobody knows',
      { action: 'Transfer' },
      { actionName: 'Transfer', action: null },
      'ignore',
    ],
    ['a suspension under way', { action: 'Suspend' }, { action: 'Suspend' }, 'wait'],
  ])('%s', (_, said, rest, expected) => {
    expect(step(said, rest)).toBe(expected);
  });

  it.each(marketplaceActions)('%s is followed when it is done', (action) => {
    const followed = stepAfter({ ...call, action }, operation({ action, status: 'Succeeded' }));
    expect(followed).toEqual({ step: 'align' });
  });

  it('people are told of what was not understood, not of what failed', () => {
    expect(stepAfter({ ...call, action: 'Renew' }, operation())).toMatchObject({ isTold: true });
    expect(stepAfter(call, operation({ status: 'Failed' }))).toMatchObject({ isTold: false });
  });
});

describe('our word', () => {
  const facts = { isPlanMapped: true, seatsAssigned: 5, acceptsFewerSeats: false };

  it.each<[string, Partial<MarketplaceOperation>, Partial<typeof facts>, boolean]>([
    ['a plan of ours', {}, {}, true],
    ['a plan that leads nowhere', {}, { isPlanMapped: false }, false],
    ['as many seats as are assigned', { action: 'ChangeQuantity', quantity: 5 }, {}, true],
    ['fewer seats', { action: 'ChangeQuantity', quantity: 4 }, {}, false],
    [
      'fewer seats, which is fine',
      { action: 'ChangeQuantity', quantity: 4 },
      { acceptsFewerSeats: true },
      true,
    ],
    ['seats of a plan that leads nowhere', { action: 'ChangeQuantity' }, { isPlanMapped: false }, true],
    ['a reinstatement', { action: 'Reinstate', quantity: 1 }, { isPlanMapped: false }, true],
  ])('on %s', (_, rest, more, isYes) => {
    expect(reasonAgainst(operation(rest), { ...facts, ...more }) === null).toBe(isYes);
  });
});
