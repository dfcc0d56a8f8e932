import { Anchor, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { LabelName } from '../catalogue/labels/label-name.tsx';
import { usePlanNames } from '../catalogue/plan-names.ts';
import { productQuery } from '../catalogue/queries.ts';
import { toneOf } from '../subscriptions/queries.ts';
import styles from './explanation.module.css';
import { type Entitlement, type EntitlementExplanation, forPeople } from './queries.ts';

interface HowItCameProps {
  readonly answer: Omit<Entitlement, 'explanation'>;
  readonly explanation: EntitlementExplanation;
}

export const accessLabels: Readonly<Record<Entitlement['accessLevel'], string>> = {
  Full: 'Full access',
  ReadOnly: 'Read-only access',
  None: 'No access',
};

/** The explanation in words: access, subscriptions, capabilities by plan. */
export function HowItCame({ answer, explanation }: HowItCameProps) {
  const { slug: workspace } = useWorkspace();
  const { accessLevel, plan } = answer;
  const planName = usePlanNames(answer.product.slug);
  return (
    <Stack gap="sm">
      <Text size="sm">
        <strong>{accessLabels[accessLevel]}</strong>
        {plan && accessLevel !== 'None' && `, by the plan ${plan.name}`}
        {explanation.subscriptions.length === 0 && ': the tenant has no subscription of this product.'}
      </Text>
      <ul className={styles.subscriptions}>
        {explanation.subscriptions.map(({ subscriptionId, plan: slug, source, status, isInForce, words }) => (
          <li key={subscriptionId} data-counts={isInForce || undefined}>
            <div className={styles.head}>
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
                {planName(slug)}
              </Anchor>
              <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
              <Text size="xs" c="dimmed" component="span">
                {source}
                {subscriptionId === explanation.decidedBy
                  ? accessLevel === 'None'
                    ? ', decides the status'
                    : ', decides the access'
                  : isInForce
                    ? ', adds capabilities'
                    : ''}
              </Text>
            </div>
            <Text size="sm">{forPeople(words)}</Text>
          </li>
        ))}
      </ul>
      <Capabilities answer={answer} explanation={explanation} />
    </Stack>
  );
}

function Capabilities({ answer, explanation }: HowItCameProps) {
  const { workspaceId } = useWorkspace();
  const product = useQuery(productQuery(workspaceId, answer.product.slug));
  const labels = product.data?.value.labels;
  const planName = usePlanNames(answer.product.slug);
  const names = Object.keys(answer.capabilities);
  if (names.length === 0) return null;
  return (
    <Table verticalSpacing={4} horizontalSpacing="xs" className={styles.capabilities}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Capability</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>By plan</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Td>
              <LabelName labels={labels} kind="capabilities" of={name} />
            </Table.Td>
            <Table.Td>
              <StatusBadge tone={answer.capabilities[name] ? 'good' : 'over'}>
                {answer.capabilities[name] ? 'On' : 'Off'}
              </StatusBadge>
            </Table.Td>
            <Table.Td>{explanation.capabilities[name]?.map(planName).join('; ') || 'No plan'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
