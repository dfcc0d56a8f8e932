import { Type } from 'typebox';
import { eventIdMaxLength } from '../../../core/usage/events/event.ts';
import {
  defaultTtlSeconds,
  maxTtlSeconds,
  subjectMaxLength,
} from '../../../core/usage/limits/reservation.ts';
import { dimensionMaxLength } from '../../../core/usage/reports/record.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import { oneOf } from '../../schemas.ts';
import { nullable, target } from './schemas.ts';

export const ReservationRequest = Type.Object(
  {
    tenantId: Type.String({ format: 'uuid', description: 'The customer tenant.' }),
    ...target,
    dimension: Type.String({
      minLength: 1,
      maxLength: dimensionMaxLength,
      description: 'A dimension that is fed by events, with the aggregation `Sum` or `Count`.',
    }),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: maxUnits,
      description: 'Up to 6 decimals; a whole number for the aggregation `Count`.',
    }),
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: subjectMaxLength,
        description: 'A user, a team or an agent for which the customer may have set a limit.',
      }),
    ),
    ttlSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxTtlSeconds,
        description: `After this time it lapses; ${defaultTtlSeconds} if omitted.`,
      }),
    ),
  },
  { $id: 'UsageReservationRequest' },
);

export const UsageReservation = Type.Object(
  {
    reservationId: Type.String({ format: 'uuid' }),
    remaining: nullable('number', {
      description: 'What is left of the limit that is reached first; null if nothing limits the use.',
    }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it lapses.' }),
    resetsAt: nullable('string', {
      format: 'date-time',
      description:
        'When the period of that limit ends; null if nothing limits the use, or the end is not known.',
    }),
  },
  { $id: 'UsageReservation' },
);

export const ReservationCommit = Type.Object(
  {
    quantity: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: maxUnits,
        description:
          'What was used, at most the reserved quantity; all of it if omitted. 0 releases the reservation.',
      }),
    ),
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: eventIdMaxLength,
        description:
          "The id of the usage event, with the API client's id as its source; the reservation's id if omitted. An event that " +
          'was sent with the same id counts once.',
      }),
    ),
  },
  { $id: 'UsageReservationCommit' },
);

export const SettledReservation = Type.Object(
  {
    reservationId: Type.String({ format: 'uuid' }),
    state: oneOf(['Committed', 'Released']),
    quantity: Type.Number({ description: 'What counts as used.' }),
  },
  { $id: 'SettledUsageReservation' },
);

export const reservationExample = {
  reservationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c4',
  remaining: 15,
  expiresAt: '2026-11-15T09:13:30.000Z',
  resetsAt: '2026-12-01T09:00:00.000Z',
};

export const settledExample = {
  reservationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c4',
  state: 'Committed',
  quantity: 3,
};
