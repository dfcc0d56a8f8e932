import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Dialog } from '../../../parts/form/dialog.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type UsageFile, usageFileQuery } from './queries.ts';

/** Shown; the installation has them all. */
const maxRefused = 100;

type RefusedEvent = UsageFile['refused'][number] & { readonly key: number };

const columns: readonly Column<RefusedEvent>[] = [
  { name: 'Event', cell: ({ id }) => (id === null ? 'No id' : <CopyableId id={id} of="event" />) },
  {
    name: 'Reason',
    cell: ({ code, message }) => (
      <div>
        {message}
        <Text size="xs" c="dimmed">
          <code>{code}</code>
        </Text>
      </div>
    ),
  },
];

interface UsageFileResultProps {
  readonly tenantId: string;
  readonly usageFileId: string;
  /** It was uploaded, and is known from before. */
  readonly isRepeated: boolean;
  readonly onClose: () => void;
}

/** What became of the events of a usage file. */
export function UsageFileResult({ tenantId, usageFileId, isRepeated, onClose }: UsageFileResultProps) {
  const { workspaceId } = useWorkspace();
  const query = useQuery(usageFileQuery(workspaceId, tenantId, usageFileId));
  return (
    <Dialog
      title={query.data ? `Result of usage file ${formatNumber(query.data.seq)}` : 'Result of the usage file'}
      size="lg"
      onClose={onClose}
    >
      {query.isPending && <Skeleton height={120} role="status" aria-label="Loading result" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {isRepeated && (
        <Alert
          color="yellow"
          variant="outline"
          c="inherit"
          role="status"
          mb="md"
          icon={<Icon name="warning" />}
        >
          This file was uploaded before. Nothing is counted again.
        </Alert>
      )}
      {query.data && <Result file={query.data} />}
    </Dialog>
  );
}

function Result({ file }: { readonly file: UsageFile }) {
  const { accepted, carried, duplicate, refused, refusedCount, events, uploadedAt, uploadedBy } = file;
  const shown = refused.slice(0, maxRefused).map((event, key) => ({ ...event, key }));
  return (
    <Stack gap="md">
      <Facts
        facts={{
          Events: formatNumber(events),
          Taken: `${formatNumber(accepted)}, counted in their own hour`,
          Carried: `${formatNumber(carried)}, counted in a later hour because their own was closed`,
          Duplicates: `${formatNumber(duplicate)}, counted before`,
          Refused: refusedCount === 0 ? 'None' : formatNumber(refusedCount),
          Uploaded: (
            <>
              <Moment at={uploadedAt} /> by {uploadedBy.name}
            </>
          ),
        }}
      />
      {shown.length > 0 && <RowTable items={shown} columns={columns} keyOf={({ key }) => String(key)} />}
      {refusedCount > shown.length && (
        <Text size="sm" c="dimmed">
          and {formatNumber(refusedCount - shown.length)} more
        </Text>
      )}
    </Stack>
  );
}
