import { describe, expect, it } from 'vitest';
import {
  edition,
  entitlementFacts,
  start as now,
  planContent,
  subscription,
} from '../../../tests/support/worlds/subscriptions.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import type { EligibilityFacts } from './eligibility.ts';
import { explainEligibility } from './eligibility-explanation.ts';
import { type EligibilityReason, makesEligible } from './eligibility-reason.ts';

const subject = { objectId: 'user', email: null, isCaller: false };
const high = planContent('high', { edition: edition(30), licenceModel: 'Seats' });
const middle = planContent('middle', { edition: edition(20) });
const low = planContent('low', {
  edition: edition(10),
  licenceModel: 'IdpManaged',
  serviceIdentifier: 'service',
});

const held = (...plans: PlanContent[]): EligibilityFacts => ({
  entitlement: entitlementFacts(
    ...plans.map((plan) => ({ plan, subscription: subscription({ subscriptionId: plan.slug }) })),
  ),
  seats: new Map(),
  lookUps: new Map(),
});

describe('explainEligibility', () => {
  it.each<[string, EligibilityFacts, string | null, string, string | null, [string, string][]]>([
    ['nothing held', held(), null, 'TenantNotEntitled', null, []],
    [
      'each plan in turn, until one decides',
      held(low, middle, high),
      null,
      'TenantWideEntitlement',
      'middle',
      [
        ['high', 'NoSeatAssigned'],
        ['middle', 'TenantWideEntitlement'],
        ['low', 'NotNeeded'],
      ],
    ],
    [
      'none decides: all have spoken',
      held(low, high),
      null,
      'NoSeatAssigned',
      'high',
      [
        ['high', 'NoSeatAssigned'],
        ['low', 'IdpUnavailable'],
      ],
    ],
    [
      'one is asked for',
      held(low, middle, high),
      'low',
      'IdpUnavailable',
      'low',
      [
        ['high', 'NotAskedFor'],
        ['middle', 'NotAskedFor'],
        ['low', 'IdpUnavailable'],
      ],
    ],
    ['one is asked for that is not held', held(high), 'low', 'PlanMismatch', null, [['high', 'NotAskedFor']]],
  ])('explains: %s', (_case, facts, requestedPlan, reason, decidedBy, plans) => {
    const explanation = explainEligibility({ requestedPlan, subject }, facts, now);
    expect(explanation).toMatchObject({ reason, decidedBy });
    expect(explanation.whatToDo === null).toBe(makesEligible(reason as EligibilityReason));
    expect(explanation.plans.map((one) => [one.plan, one.reason])).toEqual(plans);
  });

  it('contains the reason of each plan as text', () => {
    const [first, second, third] = explainEligibility(
      { requestedPlan: null, subject },
      held(high, middle, low),
      now,
    ).plans;
    expect([first, second, third]).toEqual([
      {
        plan: 'high',
        edition: 'edition-30',
        licenceModel: 'Seats',
        reason: 'NoSeatAssigned',
        licenceOutcome: 'NotLicensed',
        isEligible: false,
        words: 'The user has no seat.',
      },
      {
        plan: 'middle',
        edition: 'edition-20',
        licenceModel: 'TenantWide',
        reason: 'TenantWideEntitlement',
        licenceOutcome: 'Licensed',
        isEligible: true,
        words: 'The plan covers every user of the tenant.',
      },
      {
        plan: 'low',
        edition: 'edition-10',
        licenceModel: 'IdpManaged',
        reason: 'NotNeeded',
        licenceOutcome: null,
        isEligible: false,
        words: 'A better plan already makes the user eligible.',
      },
    ]);
  });
});
