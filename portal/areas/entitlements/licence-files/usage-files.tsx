import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Pages } from '../../../parts/list/pages.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { useProductName } from '../../subscriptions/catalogue-choices.ts';
import {
  type ListedUsageFile,
  licenceFilesQuery,
  type UsageFileQuestion,
  usageFilesQuery,
} from './queries.ts';
import { UploadUsageFile } from './upload-usage-file.tsx';
import { UsageFileResult } from './usage-file-result.tsx';

/** A result is opened by the id of its file. */
type Opened = 'upload' | { readonly usageFileId: string; readonly isRepeated: boolean };

/** What the customer's installations have counted offline. */
export function UsageFiles({ tenantId }: { readonly tenantId: string }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:usage');
  const [opened, setOpened] = useState<Opened | null>(null);
  const { question, sorting, paging } = useSectionList('-uploadedAt');
  const { sort, after } = question as UsageFileQuestion;
  const query = useQuery(usageFilesQuery(workspaceId, tenantId, { sort, after }));
  // Those that the section of licence files shows first.
  const licences = useQuery(licenceFilesQuery(workspaceId, tenantId, { sort: '-issuedAt' }));
  const nameOf = (id: string) =>
    licences.data?.items.find(({ licenceFileId }) => licenceFileId === id)?.installation?.name;
  const productName = useProductName();
  const close = () => setOpened(null);
  const columns: readonly Column<ListedUsageFile>[] = [
    {
      name: 'File',
      cell: ({ seq, product, licenceFileId }) => (
        <div>
          Usage file {formatNumber(seq)}
          {nameOf(licenceFileId) && ` of ${nameOf(licenceFileId)}`}
          <Text size="xs" c="dimmed">
            {productName(product)}
          </Text>
        </div>
      ),
    },
    {
      name: 'Uploaded',
      sort: byTime('uploadedAt'),
      cell: ({ uploadedAt, uploadedBy }) => (
        <div>
          <Moment at={uploadedAt} />
          <Text size="xs" c="dimmed">
            by {uploadedBy.name}
          </Text>
        </div>
      ),
    },
    { name: 'Taken', align: 'end', cell: ({ accepted }) => formatNumber(accepted) },
    { name: 'Carried', align: 'end', cell: ({ carried }) => formatNumber(carried) },
    { name: 'Duplicates', align: 'end', cell: ({ duplicate }) => formatNumber(duplicate) },
    { name: 'Refused', align: 'end', cell: ({ refused }) => formatNumber(refused) },
    {
      name: 'Actions',
      isActions: true,
      cell: ({ usageFileId, seq }) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Result of usage file ${seq}`}
          onClick={() => setOpened({ usageFileId, isRepeated: false })}
        >
          Result
        </Button>
      ),
    },
  ];
  return (
    <Section
      title="Usage files"
      lead="What installations with a licence file have counted offline. Each file counts once; uploading it again changes nothing."
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setOpened('upload')}>
            Upload usage file
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height={80} role="status" aria-label="Loading usage files" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No usage files yet. An installation whose licence file is bound to it writes them; upload them here.
        </Text>
      )}
      {query.data && query.data.items.length > 0 && (
        <RowTable
          items={query.data.items}
          columns={columns}
          keyOf={({ usageFileId }) => usageFileId}
          sorting={sorting}
          isFading={query.isPlaceholderData}
        />
      )}
      {query.data && <Pages next={query.data.next} {...paging} label="Pages of usage files" />}
      {opened === 'upload' && (
        <UploadUsageFile tenantId={tenantId} onUploaded={(file) => setOpened(file)} onClose={close} />
      )}
      {opened !== null && opened !== 'upload' && (
        <UsageFileResult tenantId={tenantId} {...opened} onClose={close} />
      )}
    </Section>
  );
}
