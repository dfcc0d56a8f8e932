import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import type { Product } from '../queries.ts';
import { versionQuery } from './queries.ts';

interface RestoreVersionProps {
  readonly product: Tagged<Product>;
  readonly revision: number;
  /** The plan whose history is shown: it is restored unless something else is chosen. */
  readonly plan: string | undefined;
  readonly onClose: () => void;
}

const whole = 'product';

/** Restores a version after a preview: the whole product, a plan, or a mapping. */
export function RestoreVersion({ product, revision, plan, onClose }: RestoreVersionProps) {
  const { workspaceId } = useWorkspace();
  const { slug, name } = product.value;
  const [chosen, setChosen] = useState(plan === undefined ? whole : `plan ${plan}`);
  const { data } = useQuery(versionQuery(workspaceId, slug, revision));
  const plans = data?.product.plans ?? product.value.plans;
  const [kind, of] = chosen.split(' ', 2);
  const part = {
    ...(kind === 'plan' && of !== undefined && { plan: of }),
    ...(kind === 'mapping' && of !== undefined && { mappingId: of }),
  };
  const change = productChanges(workspaceId, product.value).restore(revision, part);
  return (
    <PreviewChange product={product} change={change} onClose={onClose}>
      <Select
        label="Restore"
        data={[
          { group: 'Product', items: [{ value: whole, label: `${name}, with all its plans and mappings` }] },
          {
            group: 'Only a plan, without its mappings',
            items: plans.map((one) => ({ value: `plan ${one.slug}`, label: one.name })),
          },
          {
            group: 'Only a mapping',
            items: (data?.product.plans ?? []).flatMap((one) =>
              one.marketplace.map(({ mappingId, offerId, planId }) => ({
                value: `mapping ${mappingId}`,
                label: `${offerId} / ${planId} of ${one.name}`,
              })),
            ),
          },
        ].filter(({ items }) => items.length > 0)}
        allowDeselect={false}
        value={chosen}
        onChange={(value) => setChosen(value ?? whole)}
      />
    </PreviewChange>
  );
}
