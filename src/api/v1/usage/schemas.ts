import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { dimensionMaxLength, maxRecords } from '../../../core/usage/reports/record.ts';
import { recordStatuses } from '../../../core/usage/reports/report.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import { itemError, oneOf } from '../../schemas.ts';

/** Names the subscription of a record or an event. */
export const target = {
  product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
  plan: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: slugMaxLength,
      description: 'Plan slug; narrows which subscription is meant.',
    }),
  ),
  subscriptionId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Names the subscription when several fit.' }),
  ),
};

export const UsageRequest = Type.Object({
  records: Type.Array(
    Type.Object({
      tenantId: Type.String({ format: 'uuid', description: 'The customer tenant.' }),
      ...target,
      dimension: Type.String({
        minLength: 1,
        maxLength: dimensionMaxLength,
        description: "The custom meter dimension, exactly as in the plan's marketplace mapping.",
      }),
      quantity: Type.Number({
        minimum: 0,
        maximum: maxUnits,
        description: 'Up to 6 decimals; 0 is never sent.',
      }),
      usageStartAt: Type.String({ format: 'date-time', description: 'Truncated to the UTC hour.' }),
    }),
    { minItems: 1, maxItems: maxRecords },
  ),
});

/** Null for an item that was not refused. */
const itemErrorOrNull = Type.Union([itemError, Type.Null()]);

export const nullable = (type: string, more: object = {}) => Type.Unsafe({ type: [type, 'null'], ...more });

export const UsageBatch = Type.Object(
  {
    recorded: Type.Integer({ description: 'Everything that was not refused.' }),
    refused: Type.Integer(),
    results: Type.Array(
      Type.Object({
        index: Type.Integer(),
        outcome: oneOf(['Recorded', 'Replaced', 'Unchanged', 'Refused']),
        reportId: nullable('string', { format: 'uuid' }),
        subscriptionId: nullable('string', { format: 'uuid' }),
        status: nullable('string', { enum: [...recordStatuses, null] }),
        dimension: nullable('string'),
        quantity: nullable('number'),
        usageStartAt: nullable('string', { format: 'date-time' }),
        usageEndAt: nullable('string', { format: 'date-time' }),
        error: itemErrorOrNull,
      }),
      { description: 'One for each record, in the order sent.' },
    ),
  },
  { $id: 'UsageBatch' },
);

export const usageBatchExample = {
  recorded: 1,
  refused: 0,
  results: [
    {
      index: 0,
      outcome: 'Recorded',
      reportId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
      status: 'Pending',
      dimension: 'rows-moved',
      quantity: 12.5,
      usageStartAt: '2026-11-15T08:00:00.000Z',
      usageEndAt: '2026-11-15T09:00:00.000Z',
      error: null,
    },
  ],
};
