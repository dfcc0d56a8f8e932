import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { productDetailsQuery } from '../../../api/product-names.ts';
import { billingLabels } from '../../../parts/catalogue-words.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { PlanFilters } from '../../../parts/list/product-filter.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText } from '../../../parts/list/sort-order.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { TestPurchase } from '../../../parts/test-purchase.tsx';
import { isUuid } from '../../../parts/uuid.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { publicationTones } from '../../catalogue/queries.ts';
import { MappingActions } from './actions.tsx';
import { AddMapping } from './add-mapping.tsx';
import { ConnectFirst, useConnectFirst } from './connect-first.tsx';
import { ListingAge } from './listing-age.tsx';
import { ListingCell } from './listing-cell.tsx';
import { MapPurchase } from './map-purchase.tsx';
import { OpenedMapping } from './opened-mapping.tsx';
import { type PlanMapping, planMappingsQuery } from './queries.ts';

const columns: readonly Column<PlanMapping>[] = [
  { name: 'Plan', sort: byText('plan'), cell: (mapping) => <LeadsTo mapping={mapping} /> },
  {
    name: 'Plan status',
    cell: ({ planStatus }) => <StatusBadge tone={publicationTones[planStatus]}>{planStatus}</StatusBadge>,
  },
  { name: 'Marketplace', sort: byText('sourceName'), cell: ({ sourceName }) => sourceName },
  { name: 'Offer and plan id', sort: byText('offerId'), cell: (mapping) => <Ids mapping={mapping} /> },
  { name: 'Billing', cell: (mapping) => <Billing mapping={mapping} /> },
];

const changing: readonly Column<PlanMapping>[] = [
  { name: 'At the marketplace', cell: (mapping) => <ListingCell mapping={mapping} /> },
  {
    name: 'Actions',
    isActions: true,
    cell: (mapping) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {mapping.planStatus === 'Published' && <TestPurchase mapping={mapping} isSmall />}
        <MappingActions mapping={mapping} />
      </Group>
    ),
  },
];

/** The plan mappings of the workspace. */
export function PlanMappingsPage() {
  const { workspaceId, slug: workspace } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const mayCheck = usePermission('change:settings');
  const { search, filter } = useListAddress<'product' | 'plan' | 'mapping' | 'purchase' | 'search'>('plan');
  const query = useQuery(planMappingsQuery(workspaceId, search));
  const marketplaces = useQuery(marketplacesQuery(workspaceId));
  const chosen = useQuery({
    ...productDetailsQuery(workspaceId, search.product ?? ''),
    enabled: search.product !== undefined,
  });
  const plans = search.product === undefined ? [] : (chosen.data?.plans ?? []);
  const plan = plans.find(({ slug }) => slug === search.plan);
  const filtered = plan?.name ?? (search.product === undefined ? undefined : chosen.data?.name);
  const connectFirst = useConnectFirst();
  const isUnconnected = marketplaces.data?.length === 0;
  const add = useAddDialog({
    label: 'Add mapping',
    isAllowed: mayChange && marketplaces.isSuccess && !isUnconnected,
    address: 'mapping',
    dialog: (close) => (
      <AddMapping
        product={search.product}
        plan={search.plan}
        marketplaces={marketplaces.data ?? []}
        onClose={close}
      />
    ),
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
        docs="mapPlan"
        lead={
          <>
            A marketplace purchase of an offer and plan id activates the mapped plan. {settings}{' '}
            {mayCheck ? 'to compare' : 'compares'} them with what the marketplace lists.
          </>
        }
        actions={isUnconnected ? <ConnectFirst /> : add.button}
        find={{ placeholder: 'Name, offer or plan id' }}
        filters={<PlanFilters />}
        query={query}
        columns={mayChange ? [...columns, ...changing] : columns}
        sort={search.sort}
        keyOf={({ mappingId }) => mappingId}
        below={(items) =>
          mayChange &&
          marketplaces.data
            ?.filter(({ sourceName }) => items.some((mapping) => mapping.sourceName === sourceName))
            .map((marketplace) => <ListingAge key={marketplace.connectionId} marketplace={marketplace} />)
        }
        empty={
          isUnconnected
            ? connectFirst
            : {
                icon: 'products',
                title: 'No mappings yet',
                text: 'Map a plan to the offer and plan ids of the marketplace. Purchases of unmapped plans cannot be completed.',
                action: add.button,
              }
        }
        noResults={
          isUnconnected
            ? connectFirst
            : search.search === undefined && {
                icon: 'products',
                title: filtered === undefined ? 'No mappings' : `${filtered} is not mapped yet`,
                text: 'Its purchases on a marketplace cannot be completed before it is mapped to an offer and plan id.',
                action: (
                  <Group gap="xs" justify="center">
                    {add.button}
                    <Button variant="default" onClick={() => filter({ product: undefined, plan: undefined })}>
                      Show all mappings
                    </Button>
                  </Group>
                ),
              }
        }
      />
      {add.dialog}
      {mayChange && isUuid(search.mapping) && (
        <OpenedMapping mappingId={search.mapping} onClose={() => filter({ mapping: undefined })} />
      )}
      {mayChange && marketplaces.data && search.purchase !== undefined && (
        <MapPurchase
          marketplaceSubscriptionId={search.purchase}
          marketplaces={marketplaces.data}
          onClose={() => filter({ purchase: undefined })}
        />
      )}
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

/** `rows-moved (million rows, from events, 100 included per month, at most 500 per month)` */
function dimensionLabel({ id, unit, intake, included, limit }: PlanMapping['dimensions'][number]): string {
  const per = (one: { readonly per: string }) => one.per.toLowerCase();
  const meter = [
    unit,
    ...(intake === 'Events' ? ['from events'] : []),
    ...(included ? [`${formatNumber(included.quantity)} included per ${per(included)}`] : []),
    ...(limit
      ? [
          `${limit.action === 'Deny' ? 'at most' : 'warns at'} ${formatNumber(limit.quantity)} per ${per(limit)}`,
        ]
      : []),
  ];
  return `${id} (${meter.join(', ')})`;
}
