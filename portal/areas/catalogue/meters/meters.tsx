import { Anchor, Button, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { limitText } from '../../../parts/format/limit-text.ts';
import { pluralOf, unitText } from '../../../parts/format/unit-text.ts';
import { periodTexts, usageLimitText } from '../../../parts/format/usage-limit-text.ts';
import { Icon } from '../../../parts/icon.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Product } from '../queries.ts';
import { type MappedPlan, type MeterRow, mappedPlans, metersOf } from './meter-rows.ts';

interface MetersProps {
  readonly product: Product;
  readonly mayChange: boolean;
}

/** What the product measures: the dimensions of its mappings, which are edited there. */
export function Meters({ product, mayChange }: MetersProps) {
  const meters = metersOf(product);
  const add = mayChange && <AddMeter product={product} />;
  return (
    <Section
      title="Meters"
      lead="Usage beyond the base fee. A meter is a dimension of a mapping: the application reports it, the marketplace bills it."
      actions={meters.length > 0 && add}
    >
      {meters.length === 0 ? (
        <EmptyState
          icon="usage"
          title="No meters yet"
          text="For usage such as calls or pages: name the meter and its unit in the mapping of a flat-rate plan."
          action={add}
        />
      ) : (
        <RowTable
          items={meters}
          columns={columnsFor(product)}
          keyOf={({ mappingId, id }) => `${mappingId} ${id}`}
        />
      )}
    </Section>
  );
}

const columnsFor = ({ labels }: Product): readonly Column<MeterRow>[] => [
  {
    name: 'Meter',
    cell: ({ id, name }) => (
      <div>
        {name}{' '}
        <Text span size="xs" c="dimmed">
          <code>{id}</code>
        </Text>
      </div>
    ),
  },
  { name: 'Unit', cell: ({ unit }) => pluralOf(unit) },
  {
    name: 'Included',
    cell: ({ included, unit }) =>
      included ? `${unitText(included.quantity, unit)} ${periodTexts[included.per]}` : 'None',
  },
  { name: 'Usage limit', cell: ({ usageLimit, unit }) => usageLimitText(usageLimit, unit) },
  {
    name: 'Limit of the plan',
    cell: ({ id, limit }) => (limit === null ? '–' : limitText(limit, labels.limits[id])),
  },
  { name: 'Plan', cell: ({ plan }) => plan.name },
  { name: 'Mapped dimension', cell: (meter) => <DimensionLink meter={meter} /> },
];

function DimensionLink({ meter: { id, offerId, planId, mappingId } }: { readonly meter: MeterRow }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/$workspace/plan-mappings"
          params={{ workspace }}
          search={{ mapping: mappingId }}
          {...props}
        />
      )}
    >
      {id} of {offerId} / {planId}
    </Anchor>
  );
}

/** To the mapping that gets the meter: the only one, a chosen one, or a new one. */
function AddMeter({ product }: { readonly product: Product }) {
  const { slug: workspace } = useWorkspace();
  const plans = mappedPlans(product);
  const [first, ...more] = plans;
  const button = { variant: 'default', leftSection: <Icon name="plus" size={16} /> } as const;
  const linkTo = (search: object) => (props: object) => (
    <Link to="/$workspace/plan-mappings" params={{ workspace }} search={search} {...props} />
  );
  const mappingOf = ({ mappingId }: MappedPlan) => linkTo({ product: product.slug, mapping: mappingId });
  if (!first) {
    return (
      <Button {...button} renderRoot={linkTo({ product: product.slug, add: 'mapping' })}>
        Add meter
      </Button>
    );
  }
  if (more.length === 0) {
    return (
      <Button {...button} renderRoot={mappingOf(first)}>
        Add meter
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <Button {...button}>Add meter</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>In the mapping of</Menu.Label>
        {plans.map((mapped) => (
          <Menu.Item key={mapped.mappingId} renderRoot={mappingOf(mapped)}>
            {mapped.plan.name}: {mapped.offerId} / {mapped.planId}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
