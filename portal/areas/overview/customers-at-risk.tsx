import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../parts/format/format-number.ts';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/section.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { customersAtRiskQuery } from '../subscriptions/customers/queries.ts';
import { RiskList, riskLabels } from '../subscriptions/customers/risks.tsx';
import styles from './attention-list.module.css';

/** The customers at risk: how many for which reason, and the first few with their actions. */
export function CustomersAtRisk() {
  const { workspaceId, slug: workspace } = useWorkspace();
  const { data } = useQuery(customersAtRiskQuery(workspaceId));
  if (!data) return null;
  if (data.count === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="check" size={16} /> No customer is at risk.
      </p>
    );
  }
  const { count, kinds, customers } = data;
  return (
    <Section
      title="Customers at risk"
      lead={
        <Group gap="0.25rem 1rem" component="span">
          {kinds.map(({ kind, count: ofKind }) => (
            <Anchor
              key={kind}
              size="sm"
              renderRoot={(props) => (
                <Link
                  to="/$workspace/customers"
                  params={{ workspace }}
                  search={{ atRisk: kind }}
                  {...props}
                />
              )}
            >
              {riskLabels[kind]}: {formatCount(ofKind, 'customer')}
            </Anchor>
          ))}
        </Group>
      }
    >
      <ul className={styles.kinds}>
        {customers.map(({ tenantId, name, risks }) => (
          <li key={tenantId}>
            <Anchor
              size="sm"
              fw={500}
              renderRoot={(props) => (
                <Link to="/$workspace/customers/$tenantId" params={{ workspace, tenantId }} {...props} />
              )}
            >
              {name ?? tenantId}
            </Anchor>
            <RiskList risks={risks} />
          </li>
        ))}
      </ul>
      {count > customers.length && (
        <Text size="sm" mt="xs">
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/$workspace/customers" params={{ workspace }} search={{ atRisk: 'Any' }} {...props} />
            )}
          >
            All {formatCount(count, 'customer')} at risk
          </Anchor>
        </Text>
      )}
    </Section>
  );
}
