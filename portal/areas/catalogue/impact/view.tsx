import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { formatCount, formatNumber } from '../../../parts/format/format-number.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { LabelName } from '../labels/label-name.tsx';
import { capabilityLabels, labelledKey } from '../labels/label-texts.ts';
import { Limit } from '../limit.tsx';
import type { Impact } from '../queries.ts';
import styles from './view.module.css';

/** The impact of a change on customers. */
export function ImpactView({ impact }: { readonly impact: Impact }) {
  const { slug: workspace } = useWorkspace();
  const { answers, isComplete, capabilities, limits, members, examples, products } = impact;
  const productOf = (slug: string) => products.find((product) => product.slug === slug);
  const named = (product: string, keys: readonly string[]) =>
    keys.map((key) => labelledKey(productOf(product)?.labels, 'capabilities', key)).join(', ');
  const others = members.filter(({ member }) => member !== 'capabilities');
  const affected = limits.filter(({ tenants }) => tenants > 0);
  return (
    <section className={styles.impact} aria-label="Impact on customers">
      <Text fw={600} size="sm">
        {headline(answers)}
      </Text>
      {!isComplete && (
        <Text size="sm">
          The preview compares only a part of the entitlements: at least this many change.
        </Text>
      )}
      {capabilities.length > 0 && (
        <table className={styles.counts}>
          <thead>
            <tr>
              <th scope="col">Capability</th>
              <th scope="col">Gained by</th>
              <th scope="col">Lost by</th>
            </tr>
          </thead>
          <tbody>
            {capabilities.map(({ capability, gained, lost }) => (
              <tr key={capability}>
                <th scope="row">
                  <LabelName
                    labels={capabilityLabels(products, capability)}
                    kind="capabilities"
                    of={capability}
                  />
                </th>
                <td data-tone={gained > 0 ? 'good' : undefined}>
                  {gained > 0 ? `+${formatNumber(gained)}` : '0'}
                </td>
                <td data-tone={lost > 0 ? 'bad' : undefined}>{lost > 0 ? `−${formatNumber(lost)}` : '0'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {affected.length > 0 && (
        <ul className={styles.lines}>
          {affected.map(({ product, plan, limit, before, after, tenants }) => {
            const { labels, plans = [] } = productOf(product) ?? {};
            const label = labels?.limits[limit];
            return (
              <li key={`${product} ${plan} ${limit}`}>
                <LabelName labels={labels} kind="limits" of={limit} /> of{' '}
                {plans.find(({ slug }) => slug === plan)?.name ?? plan}: from{' '}
                <Limit value={before} label={label} /> to <Limit value={after} label={label} />, for{' '}
                {formatCount(tenants, 'tenant')}
              </li>
            );
          })}
        </ul>
      )}
      {others.length > 0 && (
        <Text size="sm">
          Also changes:{' '}
          {others
            .map(({ member, answers: count }) => `${memberLabels[member] ?? member} (${formatNumber(count)})`)
            .join(', ')}
          .
        </Text>
      )}
      {examples.length > 0 && (
        <>
          <Text size="xs" c="dimmed">
            {answers.changed > examples.length ? `The first ${examples.length} customers` : 'Customers'}
          </Text>
          <ul className={styles.tenants}>
            {examples.map(({ product, tenantId, organisation, members: changed, gained, lost }) => (
              <li key={`${product} ${tenantId}`}>
                <span className={styles.who}>
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link
                        to="/$workspace/customers/$tenantId"
                        params={{ workspace, tenantId }}
                        search={{ product }}
                        target="_blank"
                        {...props}
                      />
                    )}
                  >
                    {organisation ?? 'Unnamed tenant'}
                  </Anchor>
                  <CopyableId id={tenantId} of="tenant" />
                </span>
                <span className={styles.how}>
                  {gained.length > 0 && <span data-tone="good">gains {named(product, gained)}</span>}
                  {lost.length > 0 && <span data-tone="bad">loses {named(product, lost)}</span>}
                  {gained.length + lost.length === 0 && (
                    <span>{changed.includes('limits') ? 'gets other limits' : 'keeps its capabilities'}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** One sentence about the number of changed entitlements. */
function headline({ compared, changed }: Impact['answers']): string {
  if (compared === 0) return 'No customer is affected.';
  if (changed === 0) return `No entitlement changes for the ${formatCount(compared, 'customer')} concerned.`;
  return `Entitlements change for ${formatNumber(changed)} of ${formatCount(compared, 'customer')}.`;
}

const memberLabels: Readonly<Record<string, string>> = {
  product: 'the name of the product',
  plan: 'the deciding plan',
  plans: 'the plans',
  edition: 'the edition',
  limits: 'the limits',
  licenceModel: 'the licence model',
  licenceOutcome: 'the licence outcome',
};
