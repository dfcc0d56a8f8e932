import { describe, expect, it } from 'vitest';
import { gettingStarted, type StartingFacts } from './getting-started.ts';

const nothing: StartingFacts = {
  hasConnection: false,
  hasProduct: false,
  hasPublishedPlan: false,
  hasMapping: false,
  hasClient: false,
  hasCall: false,
  hasPurchase: false,
};
const everything = Object.fromEntries(
  Object.keys(nothing).map((fact) => [fact, true]),
) as unknown as StartingFacts;

describe('the next step', () => {
  it.each([
    ['an empty workspace', nothing, 'ConnectMarketplace'],
    ['a connection', { ...nothing, hasConnection: true }, 'AddProduct'],
    ['a product before the connection', { ...nothing, hasProduct: true }, 'ConnectMarketplace'],
    ['a product', { ...nothing, hasConnection: true, hasProduct: true }, 'AddPlan'],
    ['a plan', { ...nothing, hasConnection: true, hasProduct: true, hasPublishedPlan: true }, 'MapPlan'],
    [
      'all but the purchase and the call',
      { ...everything, hasPurchase: false, hasCall: false },
      'FirstPurchase',
    ],
    ['all but the client', { ...everything, hasClient: false, hasCall: false }, 'RegisterClient'],
    ['all but the call', { ...everything, hasCall: false }, 'FirstCall'],
    ['all but the purchase', { ...everything, hasPurchase: false }, 'FirstPurchase'],
    ['everything', everything, null],
  ])('with %s', (_case, facts, next) => {
    expect(gettingStarted(facts).next).toBe(next);
  });
});

it('a step is ready once the steps that it needs are done', () => {
  const readyWith = (facts: StartingFacts) =>
    gettingStarted(facts)
      .steps.filter(({ isReady }) => isReady)
      .map(({ step }) => step);
  expect(readyWith(nothing)).toEqual(['ConnectMarketplace', 'AddProduct', 'RegisterClient']);
  expect(readyWith({ ...nothing, hasProduct: true, hasClient: true })).toEqual([
    'ConnectMarketplace',
    'AddProduct',
    'AddPlan',
    'RegisterClient',
    'FirstCall',
  ]);
  // Without a connection a mapping leads nowhere.
  expect(readyWith({ ...nothing, hasProduct: true, hasPublishedPlan: true })).not.toContain('MapPlan');
});

it('a purchase counts although its mapping is gone', () => {
  const { steps } = gettingStarted({ ...everything, hasMapping: false });
  expect(steps.filter(({ isDone }) => !isDone).map(({ step }) => step)).toEqual(['MapPlan']);
});
