import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byNumber, byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { toneOf } from '../queries.ts';
import type { Customer } from './queries.ts';
import { RiskBadges } from './risks.tsx';

const plansShown = 3;
const accountsShown = 2;

/** The columns of the list. The name comes first; the tenant id is copied more often than it is read. */
export const customerColumns = (workspace: string, user: string | undefined): readonly Column<Customer>[] => [
  {
    name: 'Customer',
    sort: byText('name'),
    cell: ({ organisation, tenantId, accounts }) => (
      <div>
        <Anchor
          size="sm"
          fw={500}
          renderRoot={(props) => (
            <Link
              to="/$workspace/customers/$tenantId"
              params={{ workspace, tenantId }}
              search={user ? { user } : {}}
              {...props}
            />
          )}
        >
          {organisation?.name ?? 'No name'}
        </Anchor>
        <Text size="xs" c="dimmed" component="div" mt={6}>
          <CopyableId id={tenantId} of="tenant" />
        </Text>
        {accounts.length > 0 && (
          <Text size="xs" c="dimmed">
            {accounts.length === 1 ? 'Account' : 'Accounts'} {accounts.slice(0, accountsShown).join(', ')}
            {accounts.length > accountsShown && ` and ${formatNumber(accounts.length - accountsShown)} more`}
          </Text>
        )}
      </div>
    ),
  },
  {
    name: 'Status',
    cell: ({ status }) =>
      status === null ? 'No subscription' : <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>,
  },
  { name: 'Plans', cell: ({ plans }) => <Plans plans={plans} /> },
  { name: 'Usage', align: 'end', sort: byNumber('usage'), cell: ({ usage }) => <Usage usage={usage} /> },
  {
    name: 'Last call',
    sort: byTime('lastCallAt'),
    cell: ({ lastCallAt }) => (lastCallAt === null ? '–' : <Moment at={lastCallAt} />),
  },
  { name: 'At risk', cell: ({ risks }) => <RiskBadges risks={risks} /> },
  { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function Plans({ plans }: Pick<Customer, 'plans'>) {
  if (plans.length === 0) return '–';
  return (
    <div>
      {plans.slice(0, plansShown).map(({ subscriptionId, product, plan }) => (
        <Text key={subscriptionId} size="sm">
          {product.name}{' '}
          <Text span size="xs" c="dimmed">
            {plan.name}
          </Text>
        </Text>
      ))}
      {plans.length > plansShown && (
        <Text size="xs" c="dimmed">
          and {formatNumber(plans.length - plansShown)} more
        </Text>
      )}
    </div>
  );
}

function Usage({ usage }: Pick<Customer, 'usage'>) {
  if (usage === null) return '–';
  return (
    <div>
      <Text size="sm" fw={usage.percent > 100 ? 600 : undefined}>
        {formatNumber(usage.percent)} %
      </Text>
      <Text size="xs" c="dimmed">
        {usage.name}
      </Text>
    </div>
  );
}
