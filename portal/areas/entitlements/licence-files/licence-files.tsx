import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileAddress } from '../../../api/file-address.ts';
import { ActionsMenu, MenuAction, MenuDownload } from '../../../parts/actions-menu.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatDay } from '../../../parts/format/time.ts';
import { DocsLink } from '../../../parts/links/docs-link.tsx';
import { Pages } from '../../../parts/list/pages.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { byDeadline, byTime } from '../../../parts/list/sort-order.ts';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge, type Tone } from '../../../parts/status-badge.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { useProductName } from '../../subscriptions/catalogue-choices.ts';
import { IssueLicenceFile } from './issue-licence-file.tsx';
import {
  installationName,
  type LicenceFile,
  type LicenceFileQuestion,
  licenceFilesQuery,
} from './queries.ts';
import { RevokeLicenceFile } from './revoke-licence-file.tsx';

const tones: Readonly<Record<LicenceFile['state'], Tone>> = {
  Active: 'good',
  Expired: 'ended',
  Revoked: 'bad',
  Replaced: 'over',
};

type Opened =
  | { readonly dialog: 'issue'; readonly replaces?: LicenceFile }
  | { readonly dialog: 'revoke'; readonly file: LicenceFile };

interface LicenceFilesProps {
  readonly tenantId: string;
  /** Slug of the product that is chosen first. */
  readonly product: string | undefined;
}

/** Signed entitlements of installations that cannot reach the service. */
export function LicenceFiles({ tenantId, product }: LicenceFilesProps) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const [opened, setOpened] = useState<Opened | null>(null);
  const { question, sorting, paging } = useSectionList('-issuedAt');
  const { sort, after } = question as LicenceFileQuestion;
  const query = useQuery(licenceFilesQuery(workspaceId, tenantId, { sort, after }));
  const productName = useProductName();
  const close = () => setOpened(null);
  const columns: readonly Column<LicenceFile>[] = [
    { name: 'Installation', cell: (file) => <InstallationName file={file} /> },
    { name: 'Product', cell: ({ product: slug }) => productName(slug) },
    { name: 'State', cell: (file) => <State file={file} /> },
    {
      name: 'Issued',
      sort: byTime('issuedAt'),
      cell: ({ issuedAt, issuedBy }) => (
        <div>
          <Moment at={issuedAt} />
          <Text size="xs" c="dimmed">
            by {issuedBy.name}
          </Text>
        </div>
      ),
    },
    { name: 'Until', sort: byDeadline('expiresAt'), cell: ({ expiresAt }) => formatDay(expiresAt) },
    ...(mayChange
      ? [
          {
            name: 'Actions',
            isActions: true,
            cell: (file: LicenceFile) => <FileActions file={file} onOpen={setOpened} />,
          },
        ]
      : []),
  ];
  return (
    <Section
      title="Licence files"
      lead={
        <>
          Signed entitlements for installations that cannot reach the service. An installation checks its file
          by itself, until the file ends. <DocsLink topic="issueLicenceFiles" />
        </>
      }
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setOpened({ dialog: 'issue' })}>
            Issue licence file
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height={80} role="status" aria-label="Loading licence files" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.items.length === 0 && <NoFiles mayChange={mayChange} />}
      {query.data && query.data.items.length > 0 && (
        <RowTable
          items={query.data.items}
          columns={columns}
          keyOf={({ licenceFileId }) => licenceFileId}
          sorting={sorting}
          isFading={query.isPlaceholderData}
        />
      )}
      {query.data && <Pages next={query.data.next} {...paging} label="Pages of licence files" />}
      {opened?.dialog === 'issue' && (
        <IssueLicenceFile
          tenantId={tenantId}
          product={opened.replaces?.product ?? product}
          replaces={opened.replaces}
          onClose={close}
        />
      )}
      {opened?.dialog === 'revoke' && <RevokeLicenceFile file={opened.file} onClose={close} />}
    </Section>
  );
}

function NoFiles({ mayChange }: { readonly mayChange: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      No licence files yet. An installation on premises or at the edge needs one: let it write its request
      file
      {mayChange ? ', then choose Issue licence file.' : '; Subscription support issues the licence file.'}
    </Text>
  );
}

function InstallationName({ file }: { readonly file: LicenceFile }) {
  return (
    <div>
      {installationName(file)}
      <Text size="xs" c="dimmed">
        {file.installation ? (
          <CopyableId id={file.installation.thumbprint} of="installation" />
        ) : (
          'Not bound to an installation'
        )}
      </Text>
    </div>
  );
}

function State({ file }: { readonly file: LicenceFile }) {
  const { state, revokedAt, revokedBy, revokeReason } = file;
  return (
    <div>
      <StatusBadge tone={tones[state]}>{state}</StatusBadge>
      {state === 'Revoked' && <Text size="xs">{revokeReason}</Text>}
      {revokedAt && (
        <Text size="xs" c="dimmed">
          <Moment at={revokedAt} />
          {revokedBy && ` by ${revokedBy.name}`}
        </Text>
      )}
    </div>
  );
}

interface FileActionsProps {
  readonly file: LicenceFile;
  readonly onOpen: (opened: Opened) => void;
}

/** A file that has ended counts until the end of its grace period. */
function FileActions({ file, onOpen }: FileActionsProps) {
  const { workspaceId } = useWorkspace();
  const now = useNow();
  const isUsable = file.revokedAt === null && new Date(file.graceEndsAt) > now;
  return (
    <ActionsMenu of={`the licence file of ${installationName(file)}`}>
      <MenuDownload href={fileAddress(workspaceId, `licence-files/${file.licenceFileId}/file`, {})}>
        Download
      </MenuDownload>
      {isUsable && (
        <>
          <MenuAction icon="retry" onClick={() => onOpen({ dialog: 'issue', replaces: file })}>
            Replace
          </MenuAction>
          <MenuAction icon="remove" isDangerous onClick={() => onOpen({ dialog: 'revoke', file })}>
            Revoke
          </MenuAction>
        </>
      )}
    </ActionsMenu>
  );
}
