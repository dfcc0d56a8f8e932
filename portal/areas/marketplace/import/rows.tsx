import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { formatCount, formatNumber } from '../../../parts/format/format-number.ts';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { countOutcomes, type ImportRow, isProblem, outcomeTexts } from './queries.ts';

const columns: readonly Column<ImportRow>[] = [
  { name: 'Customer', cell: (row) => <Customer row={row} /> },
  {
    name: 'At the marketplace',
    cell: ({ offerId, planId, quantity }) =>
      offerId === null ? (
        '–'
      ) : (
        <div>
          <Text size="sm">{offerId}</Text>
          <Text size="xs" c="dimmed">
            {planId}
            {quantity !== null && `, ${formatCount(quantity, 'seat')}`}
          </Text>
        </div>
      ),
  },
  { name: 'Plan', cell: ({ plan }) => (plan ? `${plan.product}/${plan.plan}` : '–') },
  { name: 'Status', cell: ({ status }) => status ?? '–' },
  {
    name: 'Import',
    cell: ({ outcome }) => (
      <StatusBadge tone={outcomeTexts[outcome].tone}>{outcomeTexts[outcome].label}</StatusBadge>
    ),
  },
  {
    name: 'Missing or to know',
    cell: ({ reason, warnings }) => {
      const texts = [...(reason === null ? [] : [reason]), ...warnings];
      return texts.length === 0 ? (
        '–'
      ) : (
        <Text size="sm" maw="26rem">
          {texts.join(' ')}
        </Text>
      );
    },
  },
];

function Customer({ row }: { readonly row: ImportRow }) {
  const { slug: workspace } = useWorkspace();
  const { organisation, contact, tenantId, subscriptionId, id } = row;
  const name = organisation ?? contact ?? (tenantId === null ? 'Unknown' : 'Unnamed organisation');
  return (
    <div>
      {subscriptionId === null ? (
        <Text size="sm">{name}</Text>
      ) : (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/$workspace/subscriptions/$subscriptionId"
              params={{ workspace, subscriptionId }}
              {...props}
            />
          )}
        >
          {name}
        </Anchor>
      )}
      <CopyableId id={tenantId ?? id} of={tenantId === null ? 'marketplace subscription' : 'tenant'} />
    </div>
  );
}

const rowsPerPage = 100;
const problems = 'problems';

/** The rows with a filter that the address has; a hundred at a time. */
export function ImportRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  const { search, filter } = useListAddress<'show'>();
  const [shown, setShown] = useState(rowsPerPage);
  const count = rows.filter(isProblem).length;
  const choices = [
    { value: problems, label: `Problems and warnings (${formatNumber(count)})` },
    ...countOutcomes(rows).map((one) => ({
      value: one.outcome,
      label: `${outcomeTexts[one.outcome].label} (${formatNumber(one.count)})`,
    })),
  ];
  const { show } = search;
  const found = rows.filter((row) => {
    if (show === undefined) return true;
    return show === problems ? isProblem(row) : row.outcome === show;
  });
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The export has no subscriptions.
      </Text>
    );
  }
  return (
    <div>
      <Group mb="sm">
        <FilterSelect
          label="Show"
          any="All rows"
          choices={choices}
          value={show}
          onChange={(chosen) => {
            setShown(rowsPerPage);
            filter({ show: chosen });
          }}
          width="15rem"
        />
      </Group>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          No row is like this.
        </Text>
      ) : (
        <RowTable columns={columns} keyOf={({ id }) => id} items={found.slice(0, shown)} />
      )}
      {found.length > shown && (
        <Group mt="sm" justify="center">
          <Button variant="default" onClick={() => setShown(shown + rowsPerPage)}>
            Show more of {formatCount(found.length, 'row')}
          </Button>
        </Group>
      )}
    </div>
  );
}
