import { Type } from 'typebox';
import { limitPeriods } from '../../../core/catalogue/meter.ts';
import type { Database } from '../../../storage/database.ts';
import {
  listSubjectCounters,
  listSubjectReservations,
  type SubjectFilter,
} from '../../../storage/privacy/usage-subjects.ts';
import { listCustomerLimits } from '../../../storage/usage/customer-limits.ts';
import { oneOf } from '../../schemas.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import {
  CustomerUsageLimit,
  limitSubject,
  limitView,
  overrideExample,
  subjectView,
} from '../usage/usage-limit-view.ts';

const maxReservations = 1_000;

/** Limits of a customer with their use, or those of the subjects that name a person. */
export async function exportUsage(database: Database, filter: SubjectFilter) {
  const { workspaceId, tenantId, subjects } = filter;
  const limits = await listCustomerLimits(database, workspaceId, { tenantId });
  const counters = await listSubjectCounters(database, filter);
  const reservations = await listSubjectReservations(database, filter, maxReservations);
  return {
    usageLimits: limits
      .filter(({ subject }) => subjects === 'all' || subjects.includes(subject.toLowerCase()))
      .map((limit) => ({
        productId: limit.productId,
        dimension: limit.dimension,
        setBy: limit.setBy,
        subject: subjectView(limit.subject),
        ...limitView(limit),
      })),
    usageCounters: counters.map((counter) => ({ ...counter, subject: subjectView(counter.subject) })),
    usageReservations: reservations.map((held) => ({ ...held, subject: subjectView(held.subject) })),
  };
}

const ExportedLimit = Type.Object({
  productId: uuid,
  dimension: Type.String(),
  setBy: oneOf(['Partner', 'Customer']),
  subject: limitSubject,
  ...CustomerUsageLimit.properties,
});

const ExportedCounter = Type.Object({
  subscriptionId: uuid,
  dimension: Type.String(),
  subject: limitSubject,
  per: oneOf(limitPeriods),
  start: instant,
  end: nullable.instant,
  used: Type.Number(),
  reserved: Type.Number(),
});

const ExportedReservation = Type.Object({
  reservationId: uuid,
  subscriptionId: uuid,
  dimension: Type.String(),
  subject: limitSubject,
  quantity: Type.Number(),
  grantedAt: instant,
  expiresAt: instant,
});

/** Members of the exports of a customer and of a person. */
export const exportedUsage = {
  usageLimits: Type.Array(ExportedLimit, {
    description: 'Limits of the customer, set by either side; of a person, the ceilings for them.',
  }),
  usageCounters: Type.Array(ExportedCounter, {
    description: 'What is used and reserved of each limit, also of periods that ended in the last 7 days.',
  }),
  usageReservations: Type.Array(ExportedReservation, {
    description: `Reservations in flight, the first to expire first; at most ${maxReservations}.`,
  }),
};

const subscriptionId = '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8';

export const exportedUsageExample = {
  usageLimits: [
    {
      productId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c1',
      dimension: 'rows',
      setBy: 'Partner',
      subject: null,
      ...overrideExample,
    },
  ],
  usageCounters: [
    {
      subscriptionId,
      dimension: 'rows',
      subject: null,
      per: 'Month',
      start: '2026-11-01T09:00:00.000Z',
      end: '2026-12-01T09:00:00.000Z',
      used: 600,
      reserved: 5,
    },
  ],
  usageReservations: [
    {
      reservationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
      subscriptionId,
      dimension: 'rows',
      subject: null,
      quantity: 5,
      grantedAt: '2026-11-16T09:00:00.000Z',
      expiresAt: '2026-11-16T09:01:00.000Z',
    },
  ],
};
