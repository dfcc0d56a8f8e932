import { CopyableId } from '../../../parts/copyable-id.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import type { Purchase } from './queries.ts';

type WrongAccount = Purchase['wrongAccounts'][number];

const columns: readonly Column<WrongAccount>[] = [
  {
    name: 'Account',
    cell: ({ username, isPersonal }) => (isPersonal ? 'Personal Microsoft account' : (username ?? 'Unknown')),
  },
  {
    name: 'Organisation',
    cell: ({ organisation, tenantId, isPersonal }) =>
      isPersonal ? 'None' : (organisation ?? <CopyableId id={tenantId} of="tenant" />),
  },
  { name: 'Opened the landing page', cell: ({ visitedAt }) => <Moment at={visitedAt} /> },
];

/** Who tried to confirm the purchase with an account that may not. */
export function WrongAccounts({ purchase }: { readonly purchase: Purchase }) {
  return (
    <Section
      title="Visits with another account"
      lead="The landing page has asked these people to sign in with an account of the organisation that bought it. Visits are kept for 30 days."
    >
      <RowTable
        items={purchase.wrongAccounts}
        columns={columns}
        keyOf={({ tenantId, username }) => `${tenantId} ${username ?? ''}`}
      />
    </Section>
  );
}
