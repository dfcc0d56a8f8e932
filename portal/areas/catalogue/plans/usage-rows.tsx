import { Text } from '@mantine/core';
import { pluralOf, unitText } from '../../../parts/format/unit-text.ts';
import { periodTexts, usageLimitText } from '../../../parts/format/usage-limit-text.ts';
import type { Plan } from '../queries.ts';
import styles from './matrix.module.css';

type Dimension = Plan['marketplace'][number]['dimensions'][number];

/** A row for each dimension of any plan: what is included, and the usage limit. Both are edited in the mapping. */
export function UsageRows({ plans }: { readonly plans: readonly Plan[] }) {
  const dimensions = plans.flatMap((plan) => dimensionsOf(plan));
  const ids = [...new Set(dimensions.map(({ id }) => id))];
  if (ids.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={plans.length + 1} className={styles.group}>
          Usage: included and usage limit
        </th>
      </tr>
      {ids.map((id) => {
        const first = dimensions.find((dimension) => dimension.id === id);
        return (
          <tr key={id}>
            <th scope="row">
              {first?.name}{' '}
              <Text span size="xs" c="dimmed">
                {pluralOf(first?.unit ?? '')}
              </Text>
            </th>
            {plans.map((plan) => (
              <td key={plan.slug}>
                <Allowance dimension={dimensionsOf(plan).find((dimension) => dimension.id === id)} />
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function Allowance({ dimension }: { readonly dimension: Dimension | undefined }) {
  if (!dimension) return '–';
  const { included, limit, unit } = dimension;
  return (
    <>
      <div>
        {included
          ? `${unitText(included.quantity, unit)} ${periodTexts[included.per]} included`
          : 'Nothing included'}
      </div>
      <Text size="xs" c="dimmed">
        {limit ? `Limit: ${usageLimitText(limit, unit)}` : 'No usage limit'}
      </Text>
    </>
  );
}

/** Of the plan's mappings; the first with an id decides. */
function dimensionsOf({ marketplace }: Plan): readonly Dimension[] {
  return marketplace.flatMap(({ dimensions }) => dimensions);
}
