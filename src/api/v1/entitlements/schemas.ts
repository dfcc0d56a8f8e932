import { type TSchema, Type } from 'typebox';
import { licenceModels } from '../../../core/catalogue/catalogue.ts';
import {
  defaultKind,
  defaultSourceName,
  marketplaceKinds,
} from '../../../core/catalogue/marketplace-kind.ts';
import { outcomeOfReason } from '../../../core/entitlements/eligibility-reason.ts';
import { licenceOutcomes } from '../../../core/entitlements/entitlement.ts';
import { accessLevels } from '../../../core/entitlements/in-force.ts';
import { subscriptionSources, subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { oneOf } from '../../schemas.ts';

const Named = Type.Object({ slug: Type.String(), name: Type.String() });
const Timestamp = Type.String({ format: 'date-time' });

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

export const TenantPath = Type.Object({
  tenantId: Type.String({ format: 'uuid', description: "The customer's identity-provider tenant." }),
});

export const Entitlement = Type.Object(
  {
    tenantId: Type.String({ format: 'uuid' }),
    product: Named,
    status: oneOf([...subscriptionStatuses, 'None']),
    accessLevel: oneOf(accessLevels),
    plans: Type.Array(Named, { description: 'The plans in force, by edition rank, highest first.' }),
    plan: nullable(Named),
    edition: nullable(Type.Object({ slug: Type.String(), name: Type.String(), rank: Type.Integer() })),
    licenceModel: nullable(oneOf(licenceModels)),
    licenceOutcome: oneOf(licenceOutcomes),
    capabilities: Type.Record(Type.String(), Type.Boolean()),
    limits: Type.Record(Type.String(), Type.Number(), {
      description:
        'The highest value of each limit over the plans in force. A plan without the limit does not count; without any, `{}`.',
    }),
    quantity: nullable(Type.Integer({ description: 'Seats, over all subscriptions that have seats.' })),
    validUntil: nullable(Timestamp),
    isTrial: Type.Boolean(),
    trialEndsAt: nullable(Timestamp),
    cancelledAt: nullable(Timestamp),
    sources: Type.Array(oneOf(subscriptionSources)),
    marketplace: nullable(
      Type.Object({
        sourceName: Type.String(),
        offerId: Type.String(),
        kind: { ...oneOf(marketplaceKinds), description: 'The marketplace. More kinds may be added.' },
      }),
    ),
    version: Type.Integer({ minimum: 0 }),
    evaluatedAt: Timestamp,
    isHistorical: Type.Optional(Type.Boolean({ description: 'Present, and true, with `asOf`.' })),
    explanation: Type.Optional(
      Type.Object(
        {
          accessLevel: oneOf(accessLevels),
          subscriptions: Type.Array(Type.Object({}, { additionalProperties: true })),
          capabilities: Type.Record(Type.String(), Type.Unknown()),
          limits: Type.Record(Type.String(), Type.Unknown()),
        },
        {
          description: 'With `explain=true`: how the entitlement was determined.',
          additionalProperties: true,
        },
      ),
    ),
  },
  { $id: 'Entitlement' },
);

export const entitlementExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  product: { slug: 'aqueduct', name: 'Aqueduct' },
  status: 'Active',
  accessLevel: 'Full',
  plans: [{ slug: 'standard-monthly', name: 'Standard, monthly' }],
  plan: { slug: 'standard-monthly', name: 'Standard, monthly' },
  edition: { slug: 'standard', name: 'Standard', rank: 20 },
  licenceModel: 'TenantWide',
  licenceOutcome: 'Licensed',
  capabilities: { 'audit-trail': false, 'private-links': true, scheduling: true },
  limits: { pipelines: 25 },
  quantity: null,
  validUntil: '2027-01-01T00:00:00.000Z',
  isTrial: false,
  trialEndsAt: null,
  cancelledAt: null,
  sources: ['Marketplace'],
  marketplace: { sourceName: defaultSourceName, offerId: 'aqueduct', kind: defaultKind },
  version: 2,
  evaluatedAt: '2026-11-15T09:00:00.000Z',
};

export const UserEligibility = Type.Object(
  {
    tenantId: Type.String({ format: 'uuid' }),
    product: Named,
    plan: nullable(Named),
    requestedPlan: nullable(Type.String()),
    subject: Type.Object({
      objectId: nullable(Type.String({ format: 'uuid' })),
      email: nullable(Type.String()),
      isCaller: Type.Boolean(),
    }),
    tenantEntitled: Type.Boolean(),
    licenceModel: nullable(oneOf(licenceModels)),
    licenceOutcome: oneOf(licenceOutcomes),
    isEligible: Type.Boolean(),
    reason: oneOf(Object.keys(outcomeOfReason)),
    seats: nullable(
      Type.Object({
        total: Type.Integer(),
        assigned: Type.Integer(),
        available: Type.Integer(),
        isAssigned: Type.Boolean(),
      }),
    ),
    idpLicence: nullable(
      Type.Object({
        serviceIdentifier: Type.String(),
        state: nullable(Type.String()),
        checkedAt: nullable(Timestamp),
        stale: Type.Boolean(),
      }),
    ),
    evaluatedAt: Timestamp,
    accessLevel: oneOf(accessLevels),
    explanation: Type.Optional(
      Type.Object(
        {
          reason: oneOf(Object.keys(outcomeOfReason)),
          words: Type.String(),
          plans: Type.Array(Type.Object({}, { additionalProperties: true })),
        },
        { description: 'With `explain`: the decision path.', additionalProperties: true },
      ),
    ),
  },
  { $id: 'UserEligibility' },
);

export const eligibilityExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000002',
  product: { slug: 'forum', name: 'Forum' },
  plan: { slug: 'team-seats', name: 'Team, per seat' },
  requestedPlan: null,
  subject: {
    objectId: 'd0000000-0000-4000-8000-000000000001',
    email: 'ada@contoso.example',
    isCaller: false,
  },
  tenantEntitled: true,
  licenceModel: 'Seats',
  licenceOutcome: 'Licensed',
  isEligible: true,
  reason: 'SeatAssigned',
  seats: { total: 5, assigned: 1, available: 4, isAssigned: true },
  idpLicence: null,
  evaluatedAt: '2026-11-15T09:00:00.000Z',
  accessLevel: 'Full',
};
