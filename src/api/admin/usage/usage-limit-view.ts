import { Type } from 'typebox';
import { limitActions, limitPeriods, type UsageLimit } from '../../../core/catalogue/meter.ts';
import {
  type CustomerLimit,
  limitPercent,
  limitsInForce,
  maxSubjects,
  wholeTenant,
} from '../../../core/usage/limits/customer-limit.ts';
import { limitSetters } from '../../../core/usage/limits/limit.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import type { HeldReservation, LimitUse } from '../../../storage/usage/customer-limits.ts';
import type { MeterOfSubscription } from '../../../storage/usage/meters.ts';
import { limitActionsText, oneOf, UsageLimitOrNull } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { soldDimension, soldExample } from './meters.ts';

/** Of a dimension. */
export const maxReservations = 100;

export const limitMembers = {
  quantity: Type.Number({ minimum: 0, maximum: maxUnits, description: 'Up to 6 decimals; 0: nothing.' }),
  per: oneOf(limitPeriods),
  action: described(oneOf(limitActions), limitActionsText),
};

export const CustomerUsageLimit = Type.Object(
  {
    ...limitMembers,
    reason: nullable.text,
    endsAt: described(nullable.instant, "Null: until it is removed. Then the plan's limit holds again."),
    setAt: instant,
    actor: Type.String({ description: 'Who set it.' }),
  },
  { $id: 'CustomerUsageLimit' },
);

const nullableRef = Type.Union([Type.Ref('CustomerUsageLimit'), Type.Null()]);
export const limitSubject = described(nullable.text, 'A user, a team or an agent; null: the whole tenant.');

export const UsageLimits = Type.Object(
  {
    ...soldDimension,
    planLimit: UsageLimitOrNull,
    partnerLimit: described(
      nullableRef,
      "The partner's limit for the customer, instead of the plan's, also after its end; null: none.",
    ),
    ceilings: Type.Array(
      Type.Object({ subject: limitSubject, ...limitMembers, setAt: instant, actor: Type.String() }),
      { description: `The customer's own, at most ${maxSubjects + 1}.` },
    ),
    inForce: Type.Array(
      Type.Object({
        setBy: oneOf(limitSetters),
        subject: limitSubject,
        ...limitMembers,
        use: nullable.object(
          {
            start: instant,
            end: nullable.instant,
            used: Type.Number(),
            reserved: Type.Number({ description: 'Granted, and neither committed nor released.' }),
            percent: Type.Integer({
              description: 'Used and reserved, in per cent of the limit, rounded down.',
            }),
          },
          'Of the present period; null: nothing was used or reserved since the limit was set or its period began.',
        ),
      }),
      {
        description:
          'The limits in force. All that hold for a use are checked; the one with the least left decides.',
      },
    ),
    reservations: Type.Array(
      Type.Object({
        reservationId: uuid,
        subject: limitSubject,
        quantity: Type.Number(),
        grantedAt: instant,
        expiresAt: instant,
      }),
      {
        description: `Reservations in flight, the first to expire first; at most ${maxReservations}.`,
      },
    ),
  },
  { $id: 'UsageLimits' },
);

export const overrideExample = {
  quantity: 750,
  per: 'Month',
  action: 'Deny',
  reason: 'More until the migration is done.',
  endsAt: '2027-01-01T00:00:00.000Z',
  setAt: '2026-11-15T09:00:00.000Z',
  actor: 'Mara Voss',
};

export const usageLimitsExample = {
  ...soldExample,
  planLimit: { quantity: 500, per: 'Month', action: 'Deny' },
  partnerLimit: overrideExample,
  ceilings: [
    {
      subject: 'agent-7',
      quantity: 50,
      per: 'Day',
      action: 'Deny',
      setAt: '2026-11-16T09:00:00.000Z',
      actor: 'Lee Gu (lee@contoso.example)',
    },
  ],
  inForce: [
    {
      setBy: 'Partner',
      subject: null,
      quantity: 750,
      per: 'Month',
      action: 'Deny',
      use: {
        start: '2026-11-01T09:00:00.000Z',
        end: '2026-12-01T09:00:00.000Z',
        used: 600,
        reserved: 5,
        percent: 80,
      },
    },
    { setBy: 'Customer', subject: 'agent-7', quantity: 50, per: 'Day', action: 'Deny', use: null },
  ],
  reservations: [
    {
      reservationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
      subject: 'agent-7',
      quantity: 5,
      grantedAt: '2026-11-16T09:00:00.000Z',
      expiresAt: '2026-11-16T09:01:00.000Z',
    },
  ],
};

interface LimitedMeter extends MeterOfSubscription {
  readonly limits: readonly CustomerLimit[];
  readonly uses: readonly LimitUse[];
  readonly reservations: readonly HeldReservation[];
  readonly now: Date;
}

export function usageLimitsView({ meter, limits, uses, reservations, now, ...listed }: LimitedMeter) {
  const { limit: _, isBilled: __, productId: ___, ...named } = listed;
  const planLimit: UsageLimit | null = meter.current.limit;
  const override = limits.find(({ setBy }) => setBy === 'Partner');
  return {
    ...named,
    planLimit,
    partnerLimit: override ? limitView(override) : null,
    ceilings: limits
      .filter(({ setBy }) => setBy === 'Customer')
      .map((ceiling) => {
        const { reason: _reason, endsAt: _endsAt, ...set } = limitView(ceiling);
        return { subject: subjectView(ceiling.subject), ...set };
      }),
    inForce: limitsInForce(planLimit, limits, now).map(({ subject: own, ...inForce }) => {
      const use = uses.find((one) => one.subject === own && one.per === inForce.per);
      return { ...inForce, subject: subjectView(own), use: use ? useView(use, inForce.quantity) : null };
    }),
    reservations: reservations.map(({ reservationId, subject: own, quantity, grantedAt, expiresAt }) => ({
      reservationId,
      subject: subjectView(own),
      quantity,
      grantedAt,
      expiresAt,
    })),
  };
}

export function limitView({ quantity, per, action, reason, endsAt, setAt, actor }: CustomerLimit) {
  return { quantity, per, action, reason, endsAt, setAt, actor };
}

function useView({ start, end, used, reserved }: LimitUse, quantity: number) {
  return { start, end, used, reserved, percent: limitPercent(quantity, used + reserved) };
}

export function subjectView(own: string): string | null {
  return own === wholeTenant ? null : own;
}
