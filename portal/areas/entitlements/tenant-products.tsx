import { Group, Select, Text, UnstyledButton } from '@mantine/core';
import { exactTime } from '../../parts/format/time.ts';
import { useListAddress } from '../../parts/list/list-address.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useProductChoices } from '../subscriptions/catalogue-choices.ts';
import type { Tenant } from '../subscriptions/customers/queries.ts';
import { toneOf } from '../subscriptions/queries.ts';
import styles from './tenant-products.module.css';

interface TenantProductsProps {
  readonly tenant: Tenant;
  /** The selected product. */
  readonly product: string | undefined;
}

/** The tenant's products; the selected one is explained below. */
export function TenantProducts({ tenant: { products }, product }: TenantProductsProps) {
  const { filter } = useListAddress<'product' | 'asOf'>();
  const choices = useProductChoices();
  const others = choices.filter(({ value }) => !products.some((bought) => bought.product.slug === value));
  const choose = (slug: string | null) => filter({ product: slug ?? undefined, asOf: undefined });
  return (
    <Group gap="sm" align="stretch" role="group" aria-label="Products">
      {products.map(({ product: { slug, name }, status, plan, validUntil }) => (
        <UnstyledButton
          key={slug}
          className={styles.product}
          aria-pressed={slug === product}
          onClick={() => choose(slug)}
        >
          <Group gap="sm" justify="space-between">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
          </Group>
          <Text size="xs" className={styles.plan}>
            {plan?.name ?? 'No plan'}
            {validUntil && `, until ${exactTime(validUntil)}`}
          </Text>
        </UnstyledButton>
      ))}
      {others.length > 0 && (
        <Select
          label={products.length > 0 ? 'Another product' : 'Product'}
          placeholder="Choose a product"
          w={{ base: '100%', sm: '14rem' }}
          data={others}
          value={others.some(({ value }) => value === product) ? (product ?? null) : null}
          onChange={choose}
        />
      )}
    </Group>
  );
}
