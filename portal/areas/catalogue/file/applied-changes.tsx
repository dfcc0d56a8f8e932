import { Alert, Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type FileChange, groupChanges, summaryOf } from './change-groups.ts';
import { useProductNames } from './change-list.tsx';
import { lossesIn } from './losses.ts';

/** What an applied file has changed, with links to the products. */
export function AppliedChanges({ changes }: { readonly changes: readonly FileChange[] }) {
  const { slug: workspace } = useWorkspace();
  const nameOf = useProductNames(changes);
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => notice.current?.focus(), []);
  const { products, plans } = lossesIn({ changes });
  return (
    <Alert
      color="green"
      variant="outline"
      role="status"
      c="inherit"
      mb="md"
      icon={<Icon name="check" />}
      title={`${formatCount(changes.length, 'change')} made`}
      ref={notice}
      tabIndex={-1}
    >
      <List size="sm" spacing={2}>
        {groupChanges(changes).map(({ product, changes: own }) => (
          <List.Item key={product}>
            {product === null || isRemoved(own) ? (
              nameOf(product)
            ) : (
              <Anchor
                size="sm"
                underline="always"
                renderRoot={(props) => (
                  <Link to="/$workspace/products/$product" params={{ workspace, product }} {...props} />
                )}
              >
                {nameOf(product)}
              </Anchor>
            )}
            : {summaryOf(own)}
          </List.Item>
        ))}
      </List>
      {products.length + plans.length > 0 &&
        'To undo an archiving, open the product and publish it or its plan again, or apply a file that has it.'}
    </Alert>
  );
}

/** A removed draft has no page any more. */
const isRemoved = (changes: readonly FileChange[]) =>
  changes.some(({ action }) => action === 'product.removed');
