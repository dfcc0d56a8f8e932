import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { type ReceivedNotification, readReceivedNotification } from './notification.ts';

const body = { id: 'op', subscriptionId: 's', action: 'ChangePlan', planId: 'gold', quantity: 5 };
const notification: ReceivedNotification = {
  operationId: 'op',
  marketplaceSubscriptionId: 's',
  action: 'ChangePlan',
  planId: 'gold',
  quantity: 5,
  requestedBy: null,
};

describe('a notification', () => {
  it.each<[string, object, Partial<ReceivedNotification>]>([
    ['as documented', {}, {}],
    ['with padding', { id: ' op ', action: 'ChangePlan ' }, {}],
    ['with a quantity as text', { quantity: '5' }, {}],
    ['without a quantity', { quantity: '' }, { quantity: null }],
    ['with half a seat', { quantity: 2.5 }, { quantity: null }],
    ['from the customer', { operationRequestSource: 'Azure' }, { requestedBy: 'Marketplace' }],
    ['from us', { operationRequestedSource: 'partner' }, { requestedBy: 'Publisher' }],
    ['with unknown members', { purchaseToken: null, more: [1] }, {}],
    ['without action', { action: null }, { action: '' }],
  ])('is parsed %s', (_, rest, expected) => {
    expect(readReceivedNotification({ ...body, ...rest })).toEqual({ ...notification, ...expected });
  });

  it('is parsed or refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const read = readReceivedNotification(anything);
        expect(isRefusal(read) || read.operationId.length > 0).toBe(true);
      }),
    );
  });
});
