import { Anchor, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { LabelName } from '../catalogue/labels/label-name.tsx';
import { Limit } from '../catalogue/limit.tsx';
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

/** The explanation in words: access, subscriptions, capabilities and limits by plan. */
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
      <Content answer={answer} explanation={explanation} />
    </Stack>
  );
}

/** The capabilities and limits, each with the plans that give it. */
function Content({ answer, explanation }: HowItCameProps) {
  const { workspaceId } = useWorkspace();
  const product = useQuery(productQuery(workspaceId, answer.product.slug));
  const labels = product.data?.value.labels;
  const planName = usePlanNames(answer.product.slug);
  const plansOf = (slugs: readonly string[] | undefined) => slugs?.map(planName).join('; ') || 'No plan';
  const { capabilities, limits } = answer;
  return (
    <>
      <ContentTable
        head={['Capability', 'State', 'By plan']}
        rows={Object.entries(capabilities).map(([name, isOn]) => [
          <LabelName key={name} labels={labels} kind="capabilities" of={name} />,
          <StatusBadge key={name} tone={isOn ? 'good' : 'over'}>
            {isOn ? 'On' : 'Off'}
          </StatusBadge>,
          plansOf(explanation.capabilities[name]),
        ])}
      />
      <ContentTable
        head={['Limit', 'Value', 'By plan']}
        rows={Object.entries(limits).map(([name, value]) => [
          <LabelName key={name} labels={labels} kind="limits" of={name} />,
          <Limit key={name} value={value} label={labels?.limits[name]} />,
          plansOf(explanation.limits[name]),
        ])}
      />
    </>
  );
}

type Row = readonly [name: ReactElement, value: ReactElement, plans: string];

function ContentTable({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Table verticalSpacing={4} horizontalSpacing="xs" className={styles.content}>
      <Table.Thead>
        <Table.Tr>
          {head.map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, value, plans]) => (
          <Table.Tr key={name.key}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{value}</Table.Td>
            <Table.Td>{plans}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
