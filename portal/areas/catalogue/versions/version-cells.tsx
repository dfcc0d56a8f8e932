import { Stack, Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Change } from '../../workspaces/audit-log/change.tsx';
import { actionLabels } from '../../workspaces/audit-log/labels.ts';
import { partOf } from '../file/change-groups.ts';
import type { Product } from '../queries.ts';
import type { ProductVersion } from './queries.ts';

export function VersionNumber({ version }: { readonly version: ProductVersion }) {
  const { revision, isCurrent, restoredRevision } = version;
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" fw={600}>
        Version {revision}
      </Text>
      {isCurrent && <StatusBadge tone="good">Current</StatusBadge>}
      {restoredRevision !== null && (
        <Text size="xs" c="dimmed">
          Restores version {restoredRevision}
        </Text>
      )}
    </Stack>
  );
}

interface VersionChangesProps {
  readonly version: ProductVersion;
  readonly product: Product;
}

/** The reason, then the differences in words. */
export function VersionChanges({ version, product }: VersionChangesProps) {
  const { revision, changes, reason } = version;
  return (
    <Stack gap="xs">
      {reason !== null && (
        <Text size="sm" fs="italic">
          “{reason}”
        </Text>
      )}
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          {revision === 1 ? 'Product added' : 'The state before the next version'}
        </Text>
      )}
      {changes.map((change, index) => (
        <div key={index}>
          <Text size="sm" fw={600}>
            {actionLabels[change.action]} {partName(product, change)}
          </Text>
          <Change entry={change} labels={product.labels} />
        </div>
      ))}
    </Stack>
  );
}

/** The name of the plan or edition now, or its slug if it is gone. */
function partName({ plans, editions }: Product, change: ProductVersion['changes'][number]): string {
  const slug = partOf(change);
  const parts = change.subject.kind === 'Plan' ? plans : editions;
  return parts.find((part) => part.slug === slug)?.name ?? slug;
}

export function Author({ version: { actor, recordedAt } }: { readonly version: ProductVersion }) {
  return (
    <div>
      <Text size="sm">{actor?.name ?? '–'}</Text>
      <Text size="xs" c="dimmed" component="div">
        <Moment at={recordedAt} />
      </Text>
    </div>
  );
}
