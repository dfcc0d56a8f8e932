import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { productNamesQuery } from '../../../api/product-names.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { Change } from '../../workspaces/audit-log/change.tsx';
import { actionLabels } from '../../workspaces/audit-log/labels.ts';
import type { Impact } from '../queries.ts';
import {
  type FileChange,
  groupChanges,
  isLoss,
  partOf,
  productOf,
  summaryOf,
  verbOf,
} from './change-groups.ts';
import styles from './change-list.module.css';

const signs = { archived: '−', removed: '−', changed: '~', published: '+', added: '+' } as const;

interface ChangeListProps {
  readonly changes: readonly FileChange[];
  /** With the names to show. */
  readonly products: Impact['products'];
}

/** The changes of a file as a readable difference, by product. */
export function ChangeList({ changes, products }: ChangeListProps) {
  const nameOf = useProductNames(changes);
  const partName = (change: FileChange) =>
    products
      .find(({ slug }) => slug === productOf(change))
      ?.plans.find(({ slug }) => change.subject.kind === 'Plan' && slug === partOf(change))?.name;
  return groupChanges(changes).map(({ product, changes: own }) => (
    <section key={product} className={styles.group} aria-label={nameOf(product)}>
      <header className={styles.head} data-loses={own.some(isLoss) || undefined}>
        <h3>{nameOf(product)}</h3>
        {product !== null && <code>{product}</code>}
        <span className={styles.count}>{summaryOf(own)}</span>
      </header>
      <ul className={styles.changes}>
        {own.map((change, index) => (
          <li key={index} data-verb={verbOf(change)}>
            <span className={styles.sign} aria-hidden="true">
              {signs[verbOf(change)]}
            </span>
            <div>
              <Text size="sm" className={styles.what}>
                {actionLabels[change.action]} {partName(change)} <code>{partOf(change)}</code>
              </Text>
              <Change entry={change} labels={products.find(({ slug }) => slug === product)?.labels} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Product names by slug, including products that the file adds or renames. */
export function useProductNames(changes: readonly FileChange[]) {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(productNamesQuery(workspaceId));
  return (product: string | null): string => {
    if (product === null) return 'Categories';
    const saved = data.find(({ slug }) => slug === product)?.name;
    const change = changes.find(({ subject }) => subject.kind === 'Product' && subject.id === product);
    const added = change?.after && 'name' in change.after ? String(change.after.name) : undefined;
    return saved ?? added ?? product;
  };
}
