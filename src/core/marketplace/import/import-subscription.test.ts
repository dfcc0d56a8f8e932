import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyTheirSubscription,
  theirSubscription,
} from '../../../../tests/support/peers/marketplace-subscriptions.ts';
import {
  anyLife,
  daysAfter,
  start as now,
  subscription,
} from '../../../../tests/support/worlds/subscriptions.ts';
import { personalAccounts } from '../../workspaces/personal-accounts.ts';
import { alignSubscription } from '../notifications/alignment.ts';
import { decideImport, type ImportFacts, importWarnings } from './import-subscription.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';
const reseller = 'b0000000-0000-4000-8000-000000000002';
const other = 'b0000000-0000-4000-8000-000000000003';
const user = (id: string) => ({ tenantId: id, objectId: null, email: null });
const remote = theirSubscription({
  beneficiary: user(tenantId),
  purchaser: user(reseller),
  term: { startsAt: now, endsAt: daysAfter(20), unit: 'P1M' },
});
const plan = {
  product: 'forum',
  plan: 'basic',
  mapped: { productId: 'product', planId: 'plan', hasSeats: false },
};
const draft = { ...plan, mapped: null };
const facts: ImportFacts = { remote, purchaserTenantId: null, local: null, plan };
const local = subscription({
  tenantId,
  source: 'Marketplace',
  marketplaceSubscriptionId: remote.id,
  renewsItself: true,
  validUntil: daysAfter(20),
});
const ended = { ...local, status: 'Cancelled', cancelledAt: now, endedAt: now } as const;

describe('an import decides', () => {
  it.each<[string, Partial<ImportFacts>, string, string | null]>([
    ['a live subscription of a mapped plan', {}, 'Add', null],
    ['a suspended one', { remote: { ...remote, status: 'Suspended' } }, 'Add', null],
    ['one that the purchaser of the export bought', { purchaserTenantId: reseller }, 'Add', null],
    ['one whose beneficiary the export names', { purchaserTenantId: tenantId }, 'Add', null],
    ['one that another tenant bought', { purchaserTenantId: other }, 'Refused', 'The export names'],
    ['one that cannot be read', { remote: { unread: 'Not found.' } }, 'Refused', 'Not found.'],
    ['a plan that is a draft', { plan: draft }, 'AwaitsPublishing', 'Publish forum/basic.'],
    ['a plan without a mapping', { plan: null }, 'Refused', 'not mapped'],
    ['no beneficiary', { remote: { ...remote, beneficiary: null } }, 'Refused', 'no beneficiary'],
    [
      'a personal account',
      { remote: { ...remote, beneficiary: user(personalAccounts) } },
      'Refused',
      'personal Microsoft account',
    ],
    ['an ended one', { remote: { ...remote, status: 'Unsubscribed' }, plan: null }, 'Ended', null],
    ['a pending one', { remote: { ...remote, status: 'PendingFulfillmentStart' } }, 'NotActivated', null],
    ['one that has not started', { remote: { ...remote, status: 'NotStarted' } }, 'NotActivated', null],
    ['an unknown status', { remote: { ...remote, status: 'Unknown' } }, 'Refused', 'a status'],
    ['one that is here', { local }, 'Same', null],
    ['one that differs', { local, remote: { ...remote, status: 'Suspended' } }, 'Change', 'suspend'],
    ['one that ended there', { local, remote: { ...remote, status: 'Unsubscribed' } }, 'Change', 'cancelNow'],
    ['one that ended here', { local: ended }, 'Refused', 'has ended here'],
    [
      'one that ended on both sides',
      { local: ended, remote: { ...remote, status: 'Unsubscribed' } },
      'Same',
      null,
    ],
    ['one of another source', { local: { ...local, source: 'Direct' } }, 'Refused', 'not recorded as sold'],
    ['one of another tenant here', { local: { ...local, tenantId: other } }, 'Refused', 'It is here for'],
    ['a change to a draft', { local, plan: draft }, 'AwaitsPublishing', 'Publish'],
    ['a change to an unmapped plan', { local, plan: null }, 'Refused', 'not mapped'],
  ])('%s', (_, changes, outcome, reason) => {
    expect(decideImport({ ...facts, ...changes }, now)).toEqual({
      outcome,
      reason: reason === null ? null : expect.stringContaining(reason),
    });
  });

  it.each([
    [{ planId: remote.planId, rows: 1 }, remote, []],
    [{ planId: null, rows: 1 }, remote, []],
    [{ planId: 'old', rows: 1 }, remote, ['The export has the plan old; the marketplace decides.']],
    [{ planId: 'old', rows: 1 }, { unread: 'Not found.' }, []],
    [{ planId: null, rows: 3 }, remote, ['The export has it in 3 rows; the last one counts.']],
  ])('with warnings of the row %j', (row, theirs, warnings) => {
    expect(importWarnings(theirs, row)).toEqual(warnings);
  });

  it('to change what is here only where the alignment would', () => {
    fc.assert(
      fc.property(
        anyTheirSubscription,
        anyLife,
        fc.constantFrom(plan, draft, null),
        (theirs, life, mapped) => {
          const own = {
            ...life.stored,
            source: 'Marketplace' as const,
            tenantId: theirs.beneficiary?.tenantId ?? '',
          };
          const given = { remote: theirs, purchaserTenantId: null, local: own, plan: mapped };
          const { outcome } = decideImport(given, life.now);
          const { steps } = alignSubscription(own, theirs, mapped?.mapped ?? null, life.now);
          expect(outcome === 'Add').toBe(false);
          if (outcome === 'Change') expect(steps.length).toBeGreaterThan(0);
          if (outcome === 'Same') expect(steps).toEqual([]);
        },
      ),
    );
  });
});
