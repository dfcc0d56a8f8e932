import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { Pages } from '../../../parts/list/pages.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Product } from '../queries.ts';
import { AffectedCustomers } from './affected-customers.tsx';
import { type ProductVersion, versionsQuery } from './queries.ts';
import { RestoreVersion } from './restore-version.tsx';
import { Author, VersionChanges, VersionNumber } from './version-cells.tsx';

interface ProductHistoryProps {
  readonly product: Tagged<Product>;
  /** The slug of the plan whose versions are shown; undefined: all. */
  readonly plan: string | undefined;
  readonly onPlan: (plan: string | undefined) => void;
  readonly mayChange: boolean;
}

/** The versions of the product: who changed what, why, for which customers; each can be restored. */
export function ProductHistory({ product, plan, onPlan, mayChange }: ProductHistoryProps) {
  const { slug: workspace } = useWorkspace();
  const { slug, plans } = product.value;
  return (
    <Section
      id="history"
      title="History"
      lead="Each change makes a version, which can be restored."
      actions={
        <>
          <FilterSelect
            label="Plan"
            any="Any plan"
            width="16rem"
            choices={plans.map(({ slug: value, name }) => ({ value, label: name }))}
            value={plan}
            onChange={onPlan}
          />
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/$workspace/audit-log"
                params={{ workspace }}
                search={{ product: slug, ...(plan !== undefined && { plan }) }}
                {...props}
              />
            )}
          >
            Open in audit log
          </Button>
        </>
      }
    >
      <Versions key={plan} product={product} plan={plan} mayChange={mayChange} />
    </Section>
  );
}

function Versions({ product, plan, mayChange }: Omit<ProductHistoryProps, 'onPlan'>) {
  const { workspaceId } = useWorkspace();
  const { slug } = product.value;
  const [restored, setRestored] = useState<number>();
  const { question, paging } = useSectionList('-revision');
  const query = useQuery(versionsQuery(workspaceId, { product: slug, plan, after: question.after }));
  const versions = query.data?.items ?? [];
  const restoring: Column<ProductVersion> = {
    name: 'Restore',
    isActions: true,
    cell: ({ revision, isCurrent }) =>
      !isCurrent && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore version ${revision}`}
          onClick={() => setRestored(revision)}
        >
          Restore
        </Button>
      ),
  };
  const columns: readonly Column<ProductVersion>[] = [
    { name: 'Version', cell: (version) => <VersionNumber version={version} /> },
    { name: 'Change', cell: (version) => <VersionChanges version={version} product={product.value} /> },
    {
      name: 'Customers affected',
      cell: ({ affected }) => <AffectedCustomers affected={affected} product={slug} />,
    },
    { name: 'Person', cell: (version) => <Author version={version} /> },
    ...(mayChange ? [restoring] : []),
  ];
  return (
    <>
      {query.isPending && <Skeleton height={120} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && versions.length === 0 && (
        <Text size="sm" c="dimmed">
          No versions yet. The next change keeps this state and makes another; earlier changes are in the
          audit log.
        </Text>
      )}
      {versions.length > 0 && (
        <RowTable
          items={versions}
          columns={columns}
          keyOf={({ revision }) => String(revision)}
          isFading={query.isPlaceholderData}
        />
      )}
      <Pages next={query.data?.next ?? null} {...paging} label="Pages of the history" />
      {restored !== undefined && (
        <RestoreVersion
          product={product}
          revision={restored}
          plan={plan}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  );
}
