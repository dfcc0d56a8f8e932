import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { RowTable } from '../../../parts/list/row-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { historyColumns } from './columns.tsx';
import { auditLogQuery, type HistoryOwner } from './queries.ts';

const shown = 5;

interface HistorySectionProps {
  readonly of: HistoryOwner;
  readonly title?: string;
  readonly lead?: string;
  readonly actions?: ReactNode;
}

/** The latest changes of an object and of what belongs to it, with a link to all of them. */
export function HistorySection({ of, title = 'History', lead, actions }: HistorySectionProps) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const query = useQuery(auditLogQuery(workspaceId, { ...of, limit: shown }));
  const entries = query.data?.items ?? [];
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <>
          {actions}
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/$workspace/audit-log" params={{ workspace }} search={of} {...props} />
            )}
          >
            Open in audit log
          </Button>
        </>
      }
    >
      {query.isPending && <Skeleton height={120} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes by people are recorded.
        </Text>
      )}
      {entries.length > 0 && (
        <RowTable
          items={entries}
          columns={historyColumns}
          keyOf={({ entryId }) => entryId}
          isFading={query.isPlaceholderData}
        />
      )}
    </Section>
  );
}
