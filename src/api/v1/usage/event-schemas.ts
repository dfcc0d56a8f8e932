import { Type } from 'typebox';
import {
  eventIdMaxLength,
  eventSourceMaxLength,
  maxEvents,
  uniqueKeyMaxLength,
} from '../../../core/usage/events/event.ts';
import { dimensionMaxLength } from '../../../core/usage/reports/record.ts';
import { maxUnits } from '../../../core/values/quantity.ts';
import { itemError, oneOf } from '../../schemas.ts';
import { nullable, target } from './schemas.ts';

const usage = {
  ...target,
  dimension: Type.String({
    minLength: 1,
    maxLength: dimensionMaxLength,
    description: 'A dimension that is fed by events.',
  }),
  quantity: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxUnits,
      description: 'Up to 6 decimals; 1 if omitted. Required for the aggregation `Max`.',
    }),
  ),
  uniqueKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: uniqueKeyMaxLength,
      description: 'What is counted once an hour; required for the aggregation `Unique`.',
    }),
  ),
};

const id = Type.String({
  minLength: 1,
  maxLength: eventIdMaxLength,
  description: 'Unique in its source. The same again within 48 hours is a duplicate and counts once.',
});
const tenantId = { format: 'uuid', description: 'The customer tenant.' };
const time = { format: 'date-time', description: 'The event counts in the UTC hour of this time.' };

/** The request bodies have names, because generators name the bodies of an operation alike, and drop the later ones. */
export const UsageEvents = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        id,
        source: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: eventSourceMaxLength,
            description: "Who made the ids; the API client's id if omitted.",
          }),
        ),
        tenantId: Type.String(tenantId),
        ...usage,
        occurredAt: Type.String(time),
      }),
      { minItems: 1, maxItems: maxEvents },
    ),
  },
  { $id: 'UsageEvents' },
);

export const UsageCloudEvent = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    type: Type.String({ minLength: 1 }),
    id,
    source: Type.String({ minLength: 1, maxLength: eventSourceMaxLength }),
    subject: Type.String(tenantId),
    time: Type.String(time),
    datacontenttype: Type.Optional(Type.String({ description: 'JSON.' })),
    data: Type.Object(usage),
  },
  { $id: 'UsageCloudEvent' },
);

const eventError = Type.Object({
  ...itemError.properties,
  sameAs: Type.Optional(
    Type.Integer({
      description:
        'The position of the first event of the request with the same error, which has the `args`; they are empty here.',
    }),
  ),
});

export const UsageEventsResponse = Type.Object(
  {
    accepted: Type.Integer({ description: 'Stored now; carried ones and those beyond a limit included.' }),
    duplicates: Type.Integer(),
    refused: Type.Integer(),
    exceptions: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'The position in the request.' }),
        outcome: oneOf(['Duplicate', 'Carried', 'OverLimit', 'Refused']),
        hour: nullable('string', {
          format: 'date-time',
          description:
            'The hour in which a carried event counts, also one beyond a limit: its own was closed.',
        }),
        error: Type.Union([eventError, Type.Null()]),
      }),
      {
        description:
          'Only what was not plainly accepted, in the order sent. `OverLimit`: stored and counted, but beyond a limit.',
      },
    ),
  },
  { $id: 'UsageEventsAnswer' },
);

export const cloudEventExample = {
  specversion: '1.0',
  type: 'com.example.usage',
  id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  source: 'worker-7',
  subject: 'b0000000-0000-4000-8000-000000000001',
  time: '2026-11-15T09:12:30Z',
  data: { product: 'aqueduct', dimension: 'api-calls', quantity: 0.001 },
};

export const usageEventsExample = {
  accepted: 499,
  duplicates: 1,
  refused: 0,
  exceptions: [
    { index: 17, outcome: 'Duplicate', hour: null, error: null },
    { index: 42, outcome: 'Carried', hour: '2026-11-15T09:00:00.000Z', error: null },
  ],
};
