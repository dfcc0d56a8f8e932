import { Type } from 'typebox';
import { aggregations, limitPeriods, meterIntakes } from '../../../core/catalogue/meter.ts';
import { limitSetters } from '../../../core/usage/limits/limit.ts';
import { oneOf } from '../../schemas.ts';

const nullable = (type: string, more: object = {}) => Type.Unsafe({ type: [type, 'null'], ...more });

export const TenantUsage = Type.Object(
  {
    tenantId: Type.String({ format: 'uuid' }),
    product: Type.String(),
    dimensions: Type.Array(
      Type.Object({
        subscriptionId: Type.String({ format: 'uuid' }),
        plan: Type.String({ description: 'The slug of its plan.' }),
        dimension: Type.String(),
        name: Type.String(),
        unit: Type.String(),
        intake: oneOf(meterIntakes),
        aggregation: nullable('string', { enum: [...aggregations, null] }),
        period: Type.Object({
          start: Type.String({ format: 'date-time' }),
          end: nullable('string', { format: 'date-time', description: 'Null if it is not known.' }),
        }),
        used: Type.Number({ description: 'All usage of the period, open hours included.' }),
        included: nullable('number'),
        remaining: nullable('number', { description: 'What is left of the included quantity.' }),
        overage: Type.Number({ description: 'The usage above the included quantity.' }),
        pending: Type.Number({ description: 'The part of the overage that has no report yet.' }),
        reported: Type.Number({ description: 'The quantity of all reports of the period.' }),
        accepted: Type.Number({ description: 'The part of it that the marketplace has accepted.' }),
        limit: nullable('number', {
          description:
            'What may be used in a period of `limitPer`: the limit that is reached first, of those of the plan or the partner and ' +
            'of the customer for the whole tenant. Null: there is none.',
        }),
        limitPer: nullable('string', { enum: [...limitPeriods, null] }),
        limitAction: nullable('string', { enum: ['Deny', 'Warn', null] }),
        limitUsed: nullable('number', { description: "What is used in the limit's period." }),
        reserved: nullable('number', { description: 'What reservations hold of the limit.' }),
        limitRemaining: nullable('number', { description: 'What can be reserved.' }),
        resetsAt: nullable('string', {
          format: 'date-time',
          description: "When the limit's period ends; null if it is not known.",
        }),
        setBy: nullable('string', { enum: [...limitSetters, null], description: 'Who set the limit.' }),
      }),
    ),
  },
  { $id: 'TenantUsage' },
);

export const tenantUsageExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  product: 'aqueduct',
  dimensions: [
    {
      subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
      plan: 'standard-monthly',
      dimension: 'rows-moved',
      name: 'Rows moved',
      unit: 'million rows',
      intake: 'Events',
      aggregation: 'Sum',
      period: { start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' },
      used: 130,
      included: 100,
      remaining: 0,
      overage: 30,
      pending: 10,
      reported: 20,
      accepted: 20,
      limit: 200,
      limitPer: 'Month',
      limitAction: 'Deny',
      limitUsed: 130,
      reserved: 5,
      limitRemaining: 65,
      resetsAt: '2026-12-01T09:00:00.000Z',
      setBy: 'Plan',
    },
  ],
};
