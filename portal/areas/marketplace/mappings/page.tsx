import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { productNamesQuery } from '../../../api/product-names.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { FilterSelect } from '../../../parts/filter-select.tsx';
import { formatQuantity } from '../../../parts/format-usage.ts';
import { useListAddress } from '../../../parts/list-address.ts';
import { type Column, ListPage } from '../../../parts/list-page.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useAddDialog } from '../../../parts/use-add-dialog.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { billingLabels, publicationTones } from '../../catalogue/queries.ts';
import { MappingActions } from './actions.tsx';
import { AddMapping } from './add-mapping.tsx';
import { choicesFrom, type PlanMapping, planMappingsQuery } from './queries.ts';

const columns: readonly Column<PlanMapping>[] = [
  { name: 'Plan', cell: (mapping) => <LeadsTo mapping={mapping} /> },
  {
    name: 'Plan status',
    cell: ({ planStatus }) => <StatusBadge tone={publicationTones[planStatus]}>{planStatus}</StatusBadge>,
  },
  { name: 'Marketplace', cell: ({ sourceName }) => sourceName },
  { name: 'Offer and plan id', cell: (mapping) => <Ids mapping={mapping} /> },
  { name: 'Billing', cell: (mapping) => <Billing mapping={mapping} /> },
];

const actions: Column<PlanMapping> = {
  name: 'Actions',
  isActions: true,
  cell: (mapping) => <MappingActions mapping={mapping} />,
};

/** The plan mappings of the workspace. */
export function PlanMappingsPage() {
  const { workspaceId, slug: workspace } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const mayCheck = usePermission('change:settings');
  const { search, filter } = useListAddress<'product'>();
  const query = useQuery(planMappingsQuery(workspaceId, search));
  const products = useQuery(productNamesQuery(workspaceId));
  const add = useAddDialog({
    label: 'Add mapping',
    isAllowed: mayChange,
    dialog: (close) => <AddMapping product={search.product} onClose={close} />,
  });
  const settings = (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <Link to="/$workspace/settings/marketplace" params={{ workspace }} {...props} />}
    >
      {mayCheck ? 'Check the connection' : 'The connection check'}
    </Anchor>
  );
  return (
    <>
      <ListPage
        title="Plan mappings"
        lead={
          <>
            A marketplace purchase of an offer and plan id activates the mapped plan. {settings}{' '}
            {mayCheck ? 'to compare' : 'compares'} them with what the marketplace lists.
          </>
        }
        actions={add.button}
        filters={
          <FilterSelect
            label="Product"
            any="Any product"
            choices={choicesFrom(products.data)}
            value={search.product}
            onChange={(product) => filter({ product })}
            width="14rem"
          />
        }
        query={query}
        columns={mayChange ? [...columns, actions] : columns}
        keyOf={({ mappingId }) => mappingId}
        empty={{
          icon: 'products',
          title: 'No mappings yet',
          text: 'Map a plan to the offer and plan ids of the marketplace. Purchases of unmapped plans cannot be completed.',
          action: add.button,
        }}
      />
      {add.dialog}
    </>
  );
}

function LeadsTo({ mapping: { product, productName, planName } }: { readonly mapping: PlanMapping }) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link to="/$workspace/products/$product" params={{ workspace, product }} {...props} />
        )}
      >
        {productName}
      </Anchor>
      <Text size="xs" c="dimmed">
        {planName}
      </Text>
    </div>
  );
}

/** The marketplace's ids. */
function Ids({ mapping: { offerId, planId } }: { readonly mapping: PlanMapping }) {
  return (
    <Stack gap={0} align="flex-start">
      <CopyableId id={offerId} of="offer" isFull />
      <CopyableId id={planId} of="marketplace’s plan" isFull />
    </Stack>
  );
}

function Billing({ mapping: { billingModel, dimensions } }: { readonly mapping: PlanMapping }) {
  return (
    <div>
      {billingLabels[billingModel]}
      {dimensions.length > 0 && (
        <Text size="xs" c="dimmed">
          {dimensions.map(dimensionLabel).join(', ')}
        </Text>
      )}
    </div>
  );
}

/** `rows-moved (million rows, from events, 100 included)` */
function dimensionLabel({ id, unit, intake, included }: PlanMapping['dimensions'][number]): string {
  const meter = [
    unit,
    ...(intake === 'Events' ? ['from events'] : []),
    ...(included ? [`${formatQuantity(included.quantity)} included per ${included.per.toLowerCase()}`] : []),
  ];
  return `${id} (${meter.join(', ')})`;
}
