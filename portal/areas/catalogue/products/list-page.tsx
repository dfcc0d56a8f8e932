import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { typeLabels } from '../../../parts/catalogue-words.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { type ProductSummary, productsQuery, publicationTones } from '../queries.ts';
import { Categories } from './categories.tsx';
import { NewProduct } from './new-product.tsx';

const columns: readonly Column<ProductSummary>[] = [
  { name: 'Product', sort: byText('name'), cell: (product) => <ProductName product={product} /> },
  {
    name: 'Status',
    cell: ({ status }) => <StatusBadge tone={publicationTones[status]}>{status}</StatusBadge>,
  },
  { name: 'Plans', cell: ({ plans }) => planCounts(plans) },
  { name: 'Editions', align: 'end', cell: ({ editions }) => editions },
  { name: 'Categories', cell: ({ categories }) => categories.map(({ name }) => name).join(', ') || 'None' },
  { name: 'Created', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Slug', sort: byText('slug'), cell: ({ slug }) => <CopyableId id={slug} of="product" isFull /> },
];

/** The products of the workspace. */
export function ProductsPage() {
  const { workspaceId, name } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const { search, bind } = useListAddress<'status' | 'search'>('name');
  const query = useQuery(productsQuery(workspaceId, search));
  const [showsCategories, { open, close }] = useDisclosure();
  const add = useAddDialog({
    label: 'New product',
    isAllowed: mayChange,
    address: 'product',
    dialog: (closeNew) => <NewProduct onClose={closeNew} />,
  });
  return (
    <>
      <ListPage
        title="Products"
        docs="manageCatalogue"
        lead={`Products of ${name} with their editions and plans.`}
        actions={
          <>
            <Button variant="default" onClick={open}>
              Categories
            </Button>
            {add.button}
          </>
        }
        find={{ placeholder: 'Name or slug' }}
        filters={
          <FilterSelect
            label="Status"
            any="Any status"
            choices={Object.keys(publicationTones)}
            {...bind('status')}
          />
        }
        query={query}
        columns={columns}
        sort={search.sort}
        keyOf={({ productId }) => productId}
        empty={{
          icon: 'products',
          title: 'No products yet',
          text: 'Create a product, then add a plan and publish both. Applications find them in the catalogue.',
          action: add.button,
        }}
      />
      {add.dialog}
      {showsCategories && <Categories onClose={close} />}
    </>
  );
}

function ProductName({ product: { slug, name, types } }: { readonly product: ProductSummary }) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        renderRoot={(props) => (
          <Link to="/$workspace/products/$product" params={{ workspace, product: slug }} {...props} />
        )}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {types.map((type) => typeLabels[type]).join(', ')}
      </Text>
    </div>
  );
}

function planCounts(plans: ProductSummary['plans']): string {
  const counts = (['Published', 'Draft', 'Archived'] as const)
    .filter((status) => plans[status] > 0)
    .map((status) => `${plans[status]} ${status.toLowerCase()}`);
  return counts.join(', ') || 'None yet';
}
