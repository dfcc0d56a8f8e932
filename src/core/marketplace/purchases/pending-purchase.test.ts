import { expect, it } from 'vitest';
import {
  explainPurchase,
  type PurchaseFacts,
  purchaseReasons,
  unconfirmedMoves,
} from './pending-purchase.ts';

const connection = { sourceName: 'Shop', failure: null };
/** The buyer has not opened the landing page. */
const fresh: PurchaseFacts = {
  connection,
  offerId: 'forum',
  planId: 'basic',
  isMapped: true,
  hasBeneficiary: true,
  isConfirmed: false,
  openedAt: null,
  wrongAccounts: [],
  failure: null,
};
const opened = { openedAt: new Date('2026-11-16T09:00:00Z') };
const refused = { failure: { cause: 'ActivationFailed', reason: 'The offer is withdrawn.' } } as const;
const unknown = { failure: { cause: 'UnknownAtMarketplace', reason: 'No such id.' } } as const;
const broken = { connection: { sourceName: 'Shop', failure: 'The secret has expired.' } };
const confirmed = { isConfirmed: true };
const visitor = {
  username: 'ada@fabrikam.example',
  tenantId: 'b0000000-0000-4000-8000-000000000002',
  isPersonal: false,
  organisation: 'Fabrikam',
  visitedAt: new Date('2026-11-16T09:00:00Z'),
};
const wrong = { wrongAccounts: [visitor] };

const cases: readonly [string, Partial<PurchaseFacts>, string, boolean][] = [
  ['nothing has happened', {}, 'BuyerNotArrived', true],
  ['the page was opened', opened, 'BuyerNotFinished', true],
  ['the page was opened with another account', wrong, 'WrongAccount', true],
  ['the page was opened with both accounts', { ...opened, ...wrong }, 'BuyerNotFinished', true],
  ['the buyer has confirmed', { ...opened, ...confirmed }, 'ActivationUnfinished', true],
  ['the activation was refused', { ...opened, ...confirmed, ...refused }, 'ActivationFailed', true],
  ['an activation from here was refused', refused, 'ActivationFailed', true],
  ['the plan is not mapped', { isMapped: false }, 'PlanNotMapped', false],
  ['the plan is not mapped, and the page was opened', { ...opened, isMapped: false }, 'PlanNotMapped', false],
  [
    'the mapping was removed after the confirmation',
    { ...confirmed, isMapped: false },
    'ActivationUnfinished',
    true,
  ],
  [
    'nobody is named as the beneficiary',
    { hasBeneficiary: false, isMapped: false },
    'BeneficiaryMissing',
    false,
  ],
  ['the marketplace does not know it', { ...unknown, isMapped: false }, 'UnknownAtMarketplace', false],
  ['the connection fails', { ...broken, ...refused, isMapped: false }, 'ConnectionFailing', true],
  ['there is no connection', { connection: null, isMapped: false }, 'ConnectionMissing', false],
];

it.each(cases)('%s', (_, facts, reason, canActivate) => {
  expect(explainPurchase({ ...fresh, ...facts })).toMatchObject({ reason, canActivate });
});

it('every reason has a case', () => {
  expect(new Set(cases.map(([, , reason]) => reason))).toEqual(new Set(purchaseReasons));
});

it('the text has the error of the marketplace, and the names to look for', () => {
  const textOf = (facts: Partial<PurchaseFacts>) => explainPurchase({ ...fresh, ...facts }).text;
  expect(textOf(refused)).toContain('The offer is withdrawn.');
  expect(textOf(broken)).toBe('The connection Shop is failing.');
  expect(textOf({ isMapped: false })).toContain('The plan basic of the offer forum');
});

it.each([
  ['ada@fabrikam.example of Fabrikam', visitor],
  [`ada@fabrikam.example of the tenant ${visitor.tenantId}`, { ...visitor, organisation: null }],
  ['Somebody with a personal Microsoft account', { ...visitor, username: null, isPersonal: true }],
])('the text names %s', (name, account) => {
  expect(explainPurchase({ ...fresh, wrongAccounts: [account] }).text).toMatch(
    new RegExp(`^${name} opened the landing page`),
  );
});

/** At a marketplace that names no customer, activates nothing and takes no request. */
const sold = { connection: { ...connection, kind: 'Aws' }, hasBeneficiary: false } as const;

it.each<[string, Partial<PurchaseFacts>, boolean, boolean, boolean]>([
  ['nobody has confirmed', {}, true, false, true],
  ['the buyer has confirmed', confirmed, true, false, false],
  ['the marketplace does not know it', unknown, false, false, false],
  ['there is no connection', { connection: null }, false, false, false],
  ['nobody has confirmed, and it names no customer', sold, false, true, false],
  [
    'its connection fails, and it names no customer',
    { ...sold, connection: { ...sold.connection, failure: 'No.' } },
    false,
    true,
    false,
  ],
  ['its plan is not mapped, and it names no customer', { ...sold, isMapped: false }, false, false, false],
  ['its customer is known', { ...sold, ...confirmed }, false, false, false],
])('%s: activate %s, assign %s, cancel %s', (_, changes, canActivate, canAssign, canCancel) => {
  const facts = { ...fresh, ...changes };
  expect(explainPurchase(facts).canActivate).toBe(canActivate);
  expect(unconfirmedMoves(facts)).toEqual({ canAssign, canCancel });
});
