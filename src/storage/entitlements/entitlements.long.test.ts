import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import { Books, note, withoutVersion } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { anyMoveAt, day } from '../../../tests/support/worlds/subscriptions.ts';
import { Witness } from '../../../tests/support/worlds/witness.ts';
import { endDueSubscriptions } from '../../actions/subscriptions/due-subscriptions.ts';
import { moveSubscription, type RequestedMove } from '../../actions/subscriptions/move-subscription.ts';
import type { Entitlement } from '../../core/entitlements/entitlement.ts';
import { isRefusal } from '../../core/refusal.ts';
import { dueMove } from '../../core/subscriptions/clock.ts';
import type { Move, Subscription } from '../../core/subscriptions/subscription.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const hour = 3_600_000;

type Step =
  | { readonly do: 'move'; readonly which: number; readonly moveAt: (now: Date) => Move }
  | {
      readonly do: 'buy';
      readonly days: number | null;
      readonly isTrial: boolean;
      readonly isActive: boolean;
    }
  | { readonly do: 'revise'; readonly plan: string; readonly isOn: boolean }
  | { readonly do: 'sweep' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('move'), which: fc.nat({ max: 2 }), moveAt: anyMoveAt }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy'),
      days: fc.option(fc.integer({ min: 1, max: 8 })),
      isTrial: fc.boolean(),
      isActive: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('revise'),
      plan: fc.constantFrom('basic', 'premium'),
      isOn: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep') }) },
);
/** Half days, so that ends and steps often coincide; sometimes no time at all. */
const anyWait = fc.nat({ max: 6 }).map((halfDays) => (halfDays * day) / 2);
const anyTenantLife = fc.array(fc.record({ wait: anyWait, step: anyStep }), { minLength: 4, maxLength: 14 });

/** Moves of the core name plans by id, requests by slug. */
function requestOf(move: Move): RequestedMove {
  return move.type === 'changePlan'
    ? { type: 'changePlan', plan: move.planId === 'plan' ? 'basic' : 'premium' }
    : move;
}

it('property: history, versions, events, sweeps and entitlements as of earlier times agree', async () => {
  let moments = 0;
  await fc.assert(
    fc.asyncProperty(anyTenantLife, async (steps) => {
      const workspaceId = await books.workspace();
      const tenantId = randomUUID();
      const witness = new Witness(books, workspaceId, tenantId);
      const subscriptions: Subscription[] = [];

      for (const { wait, step } of steps) {
        await witness.wait(wait);
        const before = await witness.look();
        switch (step.do) {
          case 'buy': {
            const end = step.days === null ? null : books.in(step.days * day);
            const isTrial = step.isTrial && end !== null;
            const created = await books.create(workspaceId, {
              tenantId,
              plan: subscriptions.length % 2 === 0 ? 'basic' : 'premium',
              quantity: subscriptions.length % 2 === 0 ? null : 3,
              validUntil: end,
              isTrial,
              trialEndsAt: isTrial ? end : null,
            });
            if (step.isActive) await books.move(created, { type: 'activate' });
            subscriptions.push(created);
            break;
          }
          case 'move': {
            const moved = subscriptions[step.which];
            if (moved) await moveAndCheckEvents(moved, requestOf(step.moveAt(books.clock.now())), before);
            break;
          }
          case 'revise':
            await revisePlan(books.context, workspaceId, 'forum', step.plan, {
              capabilities: { search: step.isOn, [`from-${step.plan}`]: true },
            });
            break;
          case 'sweep':
            await endDueSubscriptions(books.context);
            // The end had already taken effect by time.
            expect(withoutVersion(await books.answer(workspaceId, tenantId))).toEqual(withoutVersion(before));
            break;
        }
        await witness.look();
      }
      await witness.wait(hour);

      await witness.expectTheSameAsOf();
      moments += witness.moments;
      for (const subscription of subscriptions) await expectCompleteHistory(subscription);
      const versions = (await books.versions(workspaceId, tenantId)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
      expect((await books.answer(workspaceId, tenantId)).version).toBe(versions.length);
    }),
    { numRuns: costlyRuns },
  );
  expect(moments).toBeGreaterThan(150);
});

/** `entitlement.changed` is raised exactly when the entitlement changed, or when the move records a change by time. */
async function moveAndCheckEvents(
  subscription: Subscription,
  requested: RequestedMove,
  before: Entitlement,
): Promise<void> {
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const stored = (await books.stored(subscription)).subscription;
  const wasDue = dueMove(stored, books.clock.now()) !== null;
  const result = await moveSubscription(books.context, workspaceId, subscriptionId, requested, note);
  const after = await books.answer(workspaceId, tenantId);
  const events = (await books.events(subscription)).filter(({ data }) => data.version > before.version);
  if (isRefusal(result) || after.version === before.version) {
    expect([events, after]).toEqual([[], before]);
  } else if (wasDue) {
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
  } else {
    const isRaised = events.some(({ type }) => type === 'entitlement.changed');
    expect(isRaised).toBe(JSON.stringify(withoutVersion(after)) !== JSON.stringify(withoutVersion(before)));
    for (const { data } of events) {
      expect(data).toMatchObject({ version: after.version, accessLevel: after.accessLevel });
    }
  }
}

async function expectCompleteHistory(subscription: Subscription): Promise<void> {
  const stored = await books.stored(subscription);
  const history = await books.history(subscription);
  expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index + 1));
  expect(stored.revision).toBe(history.length);
  expect(history.at(-1)?.state).toEqual(stored.subscription);
}
