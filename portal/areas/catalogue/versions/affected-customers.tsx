import { Anchor, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../parts/format/format-number.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { ProductVersion } from './queries.ts';

const maxCollapsed = 3;

interface AffectedCustomersProps {
  readonly affected: ProductVersion['affected'];
  /** Its slug. */
  readonly product: string;
}

/** The customers whose entitlement a change altered: their number, and the names of the first. */
export function AffectedCustomers({ affected, product }: AffectedCustomersProps) {
  const { slug: workspace } = useWorkspace();
  const [showsAll, { toggle }] = useDisclosure();
  if (affected === null) return '–';
  const { customers, tenants } = affected;
  if (customers === 0) {
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  }
  const shown = showsAll ? tenants : tenants.slice(0, maxCollapsed);
  const unnamed = customers - tenants.length;
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" fw={600}>
        {formatCount(customers, 'customer')}
      </Text>
      {shown.map(({ tenantId, organisation }) => (
        <Anchor
          key={tenantId}
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/$workspace/customers/$tenantId"
              params={{ workspace, tenantId }}
              search={{ product }}
              {...props}
            />
          )}
        >
          {organisation ?? `Tenant ${tenantId.slice(0, 8)}`}
        </Anchor>
      ))}
      {tenants.length > maxCollapsed && (
        <Anchor component="button" type="button" size="xs" aria-expanded={showsAll} onClick={toggle}>
          {showsAll ? 'Show less' : `Show ${tenants.length - maxCollapsed} more`}
        </Anchor>
      )}
      {showsAll && unnamed > 0 && (
        <Text size="xs" c="dimmed">
          and {formatCount(unnamed, 'other')}
        </Text>
      )}
    </Stack>
  );
}
