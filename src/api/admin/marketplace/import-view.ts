import { Type } from 'typebox';
import type { ImportItem } from '../../../actions/marketplace/plan-import.ts';
import { marketplaceStatuses } from '../../../core/marketplace/fulfilment-service.ts';
import { importOutcomes } from '../../../core/marketplace/import/import-subscription.ts';
import { oneOf } from '../../schemas.ts';
import { described, nullable, uuid } from '../schemas.ts';

const text = (description: string) => described(nullable.text, description);

const shown = {
  id: Type.String({ description: 'The id at the marketplace.' }),
  tenantId: described(
    nullable.uuid,
    'The customer: the tenant of the beneficiary; null if the marketplace names none.',
  ),
  organisation: text('The name of the customer’s organisation; null without one.'),
  contact: text('An e-mail address, by the export or the marketplace.'),
  offerId: text('The offer at the marketplace; null if it cannot be read.'),
  planId: text('The plan at the marketplace.'),
  status: Type.Unsafe<string | null>({
    enum: [...marketplaceStatuses, 'Unknown', null],
    description: 'The status at the marketplace.',
  }),
  quantity: described(nullable.integer, 'The seats at the marketplace.'),
  plan: nullable.object(
    { product: Type.String(), plan: Type.String() },
    'The plan here, by slug; null if its plan is not mapped.',
  ),
  subscriptionId: described(nullable.uuid, 'The subscription here; null if there is none.'),
  reason: text('Why, or what is missing; null if the outcome says it.'),
  warnings: Type.Array(Type.String()),
};

const outcomeTexts =
  '`Add`, `Change`: what applying it does. `Same`: nothing to do. `AwaitsPublishing`: its plan is a draft; import it again when ' +
  'the plan is published. `NotActivated`, `Ended`: nothing to take over. `Refused`: a person has to look at it.';

export const ImportRow = Type.Object(
  {
    ...shown,
    outcome: described(oneOf(importOutcomes), outcomeTexts),
    fingerprint: Type.String({ description: 'Send it back to apply the row as it is shown.' }),
  },
  { $id: 'ImportRow' },
);

export const AppliedImportRow = Type.Object(
  {
    ...shown,
    outcome: described(
      oneOf([...importOutcomes, 'Added', 'Changed', 'Outdated'] as const),
      'As in the plan; `Added` and `Changed`: done. `Outdated`: it is not as planned any more.',
    ),
  },
  { $id: 'AppliedImportRow' },
);

const rowExample = {
  id: 'f0000000-0000-4000-8000-000000000001',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: 'Contoso',
  contact: 'ada@contoso.example',
  offerId: 'aqueduct',
  planId: 'standard-monthly',
  status: 'Subscribed',
  quantity: null,
  plan: { product: 'aqueduct', plan: 'standard-monthly' },
  subscriptionId: null,
  reason: null,
  warnings: [],
};
export const importRowExample = {
  ...rowExample,
  outcome: 'Add',
  fingerprint: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
};
export const appliedRowExample = {
  ...rowExample,
  outcome: 'Added',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
};

/** Adds the names of the customers. */
export function importRowView<Item extends Pick<ImportItem, 'tenantId'>>(
  item: Item,
  organisations: ReadonlyMap<string, string>,
) {
  return { ...item, organisation: (item.tenantId && organisations.get(item.tenantId)) ?? null };
}

/** What is sent back to apply a row. */
export const chosenRow = Type.Object({
  id: described(uuid, 'The id at the marketplace.'),
  fingerprint: Type.String({ minLength: 1, maxLength: 100 }),
});
