import { Type } from 'typebox';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import {
  nearestUse,
  type Risk,
  riskKinds,
  risksOf,
  type SubscriptionFacts,
  usedPercent,
} from '../../../core/subscriptions/at-risk.ts';
import { subscriptionStatuses } from '../../../core/subscriptions/subscription.ts';
import { quantitySumToText } from '../../../core/usage/events/quantity-sum.ts';
import type { Database } from '../../../storage/database.ts';
import { loadSubscriptionFacts } from '../../../storage/subscriptions/customer-facts.ts';
import { type CustomerView, findCustomerView } from '../../../storage/subscriptions/customer-views.ts';
import { oneOf } from '../../schemas.ts';
import type { AdminContext } from '../admin-context.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

const named = Type.Object({ slug: Type.String(), name: Type.String() });

export const CustomerRisk = Type.Object(
  {
    kind: described(oneOf(riskKinds), 'New versions add kinds: show `text` of an unknown one.'),
    subscriptionId: uuid,
    text: Type.String({ description: 'The reason, with its facts.' }),
    since: described(
      instant,
      'The beginning of the period, the last call or the activation, the check of the mapping, or 30 days before the end.',
    ),
    until: described(
      nullable.writtenInstant,
      'The end of the period, trial, term or credential; null: not limited in time.',
    ),
    link: Type.Object(
      {
        label: Type.String(),
        path: Type.String({
          description: 'The page of the portal, below `/portal/{workspace}/`, with its query.',
        }),
      },
      { description: 'Where to act.' },
    ),
  },
  { $id: 'CustomerRisk' },
);

export const riskExample = {
  kind: 'NearIncluded',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  text: 'Aqueduct: 92 % of the included Rows moved used (920 of 1,000).',
  since: '2026-11-01T00:00:00.000Z',
  until: '2026-12-01T00:00:00.000Z',
  link: { label: 'Open subscription', path: 'subscriptions/0198f6a2-6c1e-7d70-9a53-9e16a1b010a7' },
};

export const accountsOfCustomer = Type.Array(Type.String(), {
  description: 'The numbers of its accounts at marketplaces that name the buyer by that alone.',
});

const members = {
  tenantId: uuid,
  accounts: accountsOfCustomer,
  organisation: nullable.object({ organisationId: uuid, name: Type.String() }),
  status: described(nullable.oneOf(subscriptionStatuses), 'Of its best subscription; null: it has none.'),
  plans: Type.Array(
    Type.Object({ subscriptionId: uuid, product: named, plan: named, status: oneOf(subscriptionStatuses) }),
    { description: 'The plans of its subscriptions that have not ended.' },
  ),
  usage: Type.Union(
    [
      Type.Object({
        product: named,
        dimension: Type.String(),
        name: Type.String(),
        used: Type.Number(),
        included: Type.Number(),
        percent: Type.Integer({ description: 'Rounded down. Above 100: more than is included.' }),
        periodEnd: nullable.instant,
      }),
      Type.Null(),
    ],
    { description: 'The dimension nearest to its included quantity, in its present period; null: none.' },
  ),
  lastCallAt: described(
    nullable.writtenInstant,
    'The last request of an API client about its entitlement, eligibility or usage, to within a few minutes; null: none ' +
      'is stored.',
  ),
  risks: Type.Array(Type.Ref('CustomerRisk'), {
    description: 'Why it is at risk, the most urgent first; empty: it is not.',
  }),
  contactName: nullable.text,
  contactEmail: nullable.text,
  contactPhone: nullable.text,
  owner: Type.Union(
    [Type.Object({ memberId: uuid, name: nullable.text, email: Type.String() }), Type.Null()],
    { description: 'The workspace member who looks after the customer.' },
  ),
  subscriptionCount: Type.Integer(),
  memberCount: Type.Integer(),
  createdAt: instant,
};

export const Customer = Type.Object(members, { $id: 'Customer' });
export const CustomerDetail = Type.Object({ ...members, notes: nullable.text }, { $id: 'CustomerDetail' });

export const customerExample = {
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  accounts: [],
  organisation: { organisationId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8', name: 'Contoso' },
  status: 'Active',
  plans: [
    {
      subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      product: { slug: 'aqueduct', name: 'Aqueduct' },
      plan: { slug: 'standard-monthly', name: 'Standard, monthly' },
      status: 'Active',
    },
  ],
  usage: {
    product: { slug: 'aqueduct', name: 'Aqueduct' },
    dimension: 'rows-moved',
    name: 'Rows moved',
    used: 920,
    included: 1000,
    percent: 92,
    periodEnd: '2026-12-01T00:00:00.000Z',
  },
  lastCallAt: '2026-11-15T08:59:00.000Z',
  risks: [riskExample],
  contactName: 'Ada Brandt',
  contactEmail: 'ada@contoso.example',
  contactPhone: '+44 20 7946 0000',
  owner: {
    memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1',
    name: 'Mara Voss',
    email: 'mara@partner.example',
  },
  subscriptionCount: 2,
  memberCount: 14,
  createdAt: '2026-01-01T00:00:00.000Z',
};

export const customerDetailExample = { ...customerExample, notes: 'Renews in spring. Prefers mail.' };

export const customersPath = '/workspaces/:workspaceId/customers';

export async function readCustomer(
  { database, clock }: Pick<AdminContext, 'clock' | 'database'>,
  workspaceId: string,
  tenantId: string,
): Promise<CustomerView | Refusal> {
  const customer = await findCustomerView(database, workspaceId, tenantId, clock.now());
  return customer ?? refuseUnknown('tenantId', 'customer');
}

/** A customer with the facts of its subscriptions. */
export interface AssessedCustomer extends CustomerView {
  readonly plans: readonly Pick<SubscriptionFacts, 'subscriptionId' | 'product' | 'plan' | 'status'>[];
  readonly usage: ReturnType<typeof usageOf>;
  readonly risks: readonly Risk[];
}

/** Adds plans, usage and risks to the customers, with one query for all of them. */
export async function assessCustomers(
  database: Database,
  workspaceId: string,
  customers: readonly CustomerView[],
  now: Date,
): Promise<readonly AssessedCustomer[]> {
  const tenantIds = customers.map(({ tenantId }) => tenantId);
  const facts = await loadSubscriptionFacts(database, workspaceId, tenantIds, now);
  return customers.map((customer) => {
    const own = facts.get(customer.tenantId) ?? [];
    const plans = own.map(({ subscriptionId, product, plan, status }) => ({
      subscriptionId,
      product,
      plan,
      status,
    }));
    return { ...customer, plans, usage: usageOf(own), risks: risksOf(own, now) };
  });
}

/** As in lists: without the notes, which may be long. */
export function customerSummary(customer: AssessedCustomer) {
  const { notes: _, ...summary } = customerDetail(customer);
  return summary;
}

export function customerDetail({ ownerId: _, usagePercent: __, revision: ___, ...detail }: AssessedCustomer) {
  return detail;
}

function usageOf(subscriptions: readonly SubscriptionFacts[]) {
  const uses = subscriptions.flatMap(({ product, uses }) => uses.map((use) => ({ ...use, product })));
  const nearest = nearestUse(uses);
  if (!nearest) return null;
  const { product, dimension, name, used, included, end } = nearest;
  return {
    product,
    dimension,
    name,
    used: Number(quantitySumToText(used)),
    included: Number(quantitySumToText(included)),
    percent: usedPercent(nearest),
    periodEnd: end,
  };
}
