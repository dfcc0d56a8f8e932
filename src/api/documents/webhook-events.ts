import { type TSchema, Type } from 'typebox';
import { defaultKind, defaultSourceName, marketplaceKinds } from '../../core/catalogue/marketplace-kind.ts';
import { accessLevels } from '../../core/entitlements/in-force.ts';
import { subscriptionStatuses } from '../../core/subscriptions/subscription.ts';
import { limitSetters } from '../../core/usage/limits/limit.ts';
import { type EventType, eventTypes } from '../../core/webhooks/event.ts';
import { oneOf } from '../schemas.ts';

const Named = Type.Object({ slug: Type.String(), name: Type.String() });
/** By a list of types: generators fail on unions with null in webhooks. */
const nullable = (schema: TSchema & { readonly type: string }) =>
  Type.Unsafe({ ...schema, type: [schema.type, 'null'] });

const subscriptionData = {
  workspaceId: Type.String({ format: 'uuid' }),
  tenantId: Type.String({ format: 'uuid' }),
  product: Named,
  subscriptionId: Type.String({ format: 'uuid' }),
  plan: Named,
  editionSlug: Type.String(),
  status: oneOf(subscriptionStatuses),
  accessLevel: oneOf(accessLevels),
  quantity: nullable(Type.Integer()),
  version: Type.Integer({
    minimum: 1,
    description:
      'Version of the entitlement. Ignore events with an older version than the last one of the tenant and product.',
  }),
  marketplace: nullable(
    Type.Object({
      sourceName: Type.String(),
      offerId: Type.String(),
      kind: { ...oneOf(marketplaceKinds), description: 'The marketplace. More kinds may be added.' },
    }),
  ),
};

const planChangedData = Type.Object({
  ...subscriptionData,
  previousPlan: Named,
  previousEditionSlug: Type.String(),
});

const seatData = Type.Object({
  ...subscriptionData,
  member: Type.Object(
    {
      memberId: Type.String({ format: 'uuid' }),
      objectId: Type.String({ format: 'uuid', description: 'Of the identity provider.' }),
      email: nullable(Type.String()),
    },
    { description: 'The member whose seat was assigned or released. Every seat has its own event.' },
  ),
});

const periodUse = {
  dimension: Type.String(),
  period: Type.Object({
    start: Type.String({ format: 'date-time' }),
    end: nullable(Type.String({ format: 'date-time', description: 'Null if it is not known.' })),
  }),
  used: Type.Number({ description: 'All usage of the period, open hours included.' }),
  included: nullable(Type.Number({ description: 'Null: nothing is included.' })),
  overage: Type.Number({ description: 'The usage above the included quantity.' }),
};

const thresholdData = Type.Object({
  ...subscriptionData,
  usage: Type.Object({
    ...periodUse,
    threshold: Type.Integer({
      description: 'In per cent of the included quantity or the limit. Each is announced once in a period.',
    }),
    of: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['Included', 'Limit'],
        description: 'What the threshold is a part of.',
      }),
    ),
    limit: Type.Optional(Type.Number({ description: 'For a threshold of a limit.' })),
    setBy: Type.Optional(
      Type.Unsafe<string>({ type: 'string', enum: [...limitSetters], description: 'Who set the limit.' }),
    ),
    subject: Type.Optional(Type.String({ description: 'The user, team or agent that the limit is for.' })),
  }),
});

const periodClosedData = Type.Object({
  ...subscriptionData,
  usage: Type.Object({
    ...periodUse,
    reported: Type.Number({ description: 'The quantity of all reports of the period.' }),
  }),
});

const licenceData = {
  workspaceId: Type.String({ format: 'uuid' }),
  tenantId: Type.String({ format: 'uuid' }),
  product: Named,
  licenceFileId: Type.String({ format: 'uuid', description: 'The `jti` of the licence file.' }),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'The end of the file; its grace period follows.',
  }),
  installation: nullable(
    Type.Object(
      { name: Type.String(), thumbprint: Type.String({ description: 'Of its public key, by RFC 7638.' }) },
      { description: 'Null: the file is not bound to an installation.' },
    ),
  ),
};

const licenceRevokedData = Type.Object({
  ...licenceData,
  reason: Type.String({ description: '`replaced` if another licence file was issued instead.' }),
});

const testData = Type.Object({
  workspaceId: Type.String({ format: 'uuid' }),
  endpointId: Type.String({ format: 'uuid' }),
});

/** Inline, because generators drop components that only webhooks reference. */
function dataOf(type: EventType): TSchema {
  if (type === 'subscription.plan_changed') return planChangedData;
  if (type === 'webhook.test') return testData;
  if (isSeatEvent(type)) return seatData;
  if (type === 'usage.threshold_reached') return thresholdData;
  if (type === 'usage.period_closed') return periodClosedData;
  if (type === 'licence.issued') return Type.Object(licenceData);
  if (type === 'licence.revoked') return licenceRevokedData;
  return Type.Object(subscriptionData);
}

const isSeatEvent = (type: EventType) => type === 'seat.assigned' || type === 'seat.released';

const summaries: Readonly<Record<EventType, string>> = {
  'subscription.created': 'A subscription was bought or added; it is pending',
  'subscription.activated': 'A subscription became active',
  'subscription.plan_changed': 'The plan of a subscription has changed',
  'subscription.quantity_changed': 'The number of seats of a subscription has changed',
  'subscription.renewed': 'A subscription has a new term',
  'subscription.suspended': 'A subscription was suspended: access is read-only',
  'subscription.reinstated': 'A suspended subscription is active again',
  'subscription.cancellation_scheduled': 'A subscription ends with its term',
  'subscription.cancelled': 'A subscription was cancelled, which is final',
  'subscription.expired': 'A term or a trial has ended',
  'subscription.trial_ending': 'A trial ends in three days',
  'entitlement.changed': 'The entitlement of a tenant to a product has changed',
  'seat.assigned': 'A seat was assigned to a member',
  'seat.released': 'A member’s seat was released',
  'usage.threshold_reached':
    'Usage events have reached 50, 80 or 100 % of the included quantity or a limit of a period',
  'usage.period_closed': 'A period of usage events has ended; its usage is final',
  'licence.issued': 'A licence file was issued',
  'licence.revoked': 'A licence file was revoked or replaced',
  'webhook.test': 'A test event, sent on request',
};

const exampleData = {
  workspaceId: 'a0000000-0000-4000-8000-000000000001',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  product: { slug: 'aqueduct', name: 'Aqueduct' },
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  plan: { slug: 'standard-monthly', name: 'Standard, monthly' },
  editionSlug: 'standard',
  status: 'Active',
  accessLevel: 'Full',
  quantity: null,
  version: 2,
  marketplace: { sourceName: defaultSourceName, offerId: 'aqueduct', kind: defaultKind },
};

const exampleMember = {
  memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a9',
  objectId: 'c0000000-0000-4000-8000-000000000001',
  email: 'ada@contoso.example',
};

const exampleLicence = {
  workspaceId: exampleData.workspaceId,
  tenantId: exampleData.tenantId,
  product: exampleData.product,
  licenceFileId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1',
  expiresAt: '2027-11-15T09:00:00.000Z',
  installation: { name: 'Plant 7', thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
};

const exampleUse = {
  dimension: 'rows-moved',
  period: { start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' },
  included: 100,
};

/** Each event type with its description and an example payload. */
export function describedEvents() {
  return eventTypes.map((type) => ({ type, summary: summaries[type], example: exampleOf(type) }));
}

function exampleOf(type: EventType) {
  return { type, timestamp: '2026-11-15T09:00:00.000Z', data: exampleDataOf(type) };
}

/** The data of the example payload. */
export function exampleDataOf(type: EventType): object {
  switch (type) {
    case 'subscription.plan_changed':
      return { ...exampleData, previousPlan: { slug: 'free', name: 'Free' }, previousEditionSlug: 'free' };
    case 'webhook.test':
      return {
        workspaceId: exampleData.workspaceId,
        endpointId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
      };
    case 'seat.assigned':
    case 'seat.released':
      return { ...exampleData, member: exampleMember };
    case 'usage.threshold_reached':
      return {
        ...exampleData,
        usage: { ...exampleUse, used: 84.5, overage: 0, threshold: 80, of: 'Included' },
      };
    case 'usage.period_closed':
      return { ...exampleData, usage: { ...exampleUse, used: 130, overage: 30, reported: 30 } };
    case 'licence.issued':
      return exampleLicence;
    case 'licence.revoked':
      return { ...exampleLicence, reason: 'The machine was sold.' };
    default:
      return exampleData;
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('webhook-id', 'The event’s id, the same at every attempt: drop ids that you have processed.'),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970.'),
  header('webhook-signature', 'Standard Webhooks: `v1,` and the signature; two of them during a rotation.'),
];

/** All event types as OpenAPI webhooks. */
export function webhookEvents() {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const payload = Type.Object({
        type: oneOf([type]),
        timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
        data: dataOf(type),
      });
      const operation = {
        operationId: type,
        summary: summaries[type],
        tags: ['Webhook events'],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: payload, example: exampleOf(type) } },
        },
        responses: {
          '2XX': { description: 'Accepted. Any other status is retried, ten times over three days.' },
          '410': { description: 'The endpoint is disabled.' },
        },
      };
      return [type, { post: operation }];
    }),
  );
}
