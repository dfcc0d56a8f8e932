import { describe, expect, it } from 'vitest';
import { type MarketplaceOperation, marketplaceActions } from '../fulfilment-service.ts';
import { type ReceivedNotification, rejectionReason, stepAfter } from './notification.ts';

const notification: ReceivedNotification = {
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

describe('the next step', () => {
  const step = (changes: Partial<ReceivedNotification>, rest: Partial<MarketplaceOperation>) =>
    stepAfter({ ...notification, ...changes }, operation(rest)).step;

  it.each<[string, Partial<ReceivedNotification>, Partial<MarketplaceOperation>, string]>([
    ['a change under way', {}, {}, 'acknowledge'],
    ['a change not begun', {}, { status: 'NotStarted' }, 'acknowledge'],
    ['a change of ours, as the notification says', { requestedBy: 'Publisher' }, {}, 'wait'],
    ['a change of ours, as the operation says', {}, { requestedBy: 'Publisher' }, 'wait'],
    ['a change that is done', {}, { status: 'Succeeded' }, 'align'],
    ['a change that was so already', {}, { status: 'Conflict' }, 'align'],
    ['a change that has failed', {}, { status: 'Failed' }, 'ignore'],
    ['an unknown status', {}, { status: 'Unknown' }, 'align'],
    ["a plan other than the notification's", { planId: 'silver' }, {}, 'ignore'],
    ['a plan that the notification omits', { planId: null }, {}, 'acknowledge'],
    ["an action other than the notification's", { action: 'Unsubscribe' }, {}, 'ignore'],
    ['the action in other letter case', { action: 'changeplan' }, {}, 'acknowledge'],
    ['another quantity', { action: 'ChangeQuantity', quantity: 4 }, { action: 'ChangeQuantity' }, 'ignore'],
    ['an unknown action', { action: 'Transfer' }, { actionName: 'Transfer', action: null }, 'ignore'],
    ['a suspension under way', { action: 'Suspend' }, { action: 'Suspend' }, 'wait'],
  ])('is decided for %s', (_, changes, rest, expected) => {
    expect(step(changes, rest)).toBe(expected);
  });

  it.each(marketplaceActions)('follows %s once its operation has succeeded', (action) => {
    const followed = stepAfter({ ...notification, action }, operation({ action, status: 'Succeeded' }));
    expect(followed).toEqual({ step: 'align' });
  });

  it('a notice is raised for an operation that was not understood, not for a failed one', () => {
    expect(stepAfter({ ...notification, action: 'Renew' }, operation())).toMatchObject({
      raisesNotice: true,
    });
    expect(stepAfter(notification, operation({ status: 'Failed' }))).toMatchObject({ raisesNotice: false });
  });
});

describe('accept or reject', () => {
  const facts = { isPlanMapped: true, seatsAssigned: 5, acceptsFewerSeats: false };

  it.each<[string, Partial<MarketplaceOperation>, Partial<typeof facts>, boolean]>([
    ['a plan of ours', {}, {}, true],
    ['an unmapped plan', {}, { isPlanMapped: false }, false],
    ['as many seats as are assigned', { action: 'ChangeQuantity', quantity: 5 }, {}, true],
    ['fewer seats', { action: 'ChangeQuantity', quantity: 4 }, {}, false],
    [
      'fewer seats, still enough',
      { action: 'ChangeQuantity', quantity: 4 },
      { acceptsFewerSeats: true },
      true,
    ],
    ['seats of an unmapped plan', { action: 'ChangeQuantity' }, { isPlanMapped: false }, true],
    ['a reinstatement', { action: 'Reinstate', quantity: 1 }, { isPlanMapped: false }, true],
  ])('on %s', (_, rest, more, isYes) => {
    expect(rejectionReason(operation(rest), { ...facts, ...more }) === null).toBe(isYes);
  });
});
