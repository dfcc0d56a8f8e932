import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ConfirmAction } from '../../parts/form/confirm-action.tsx';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { DocsLink } from '../../parts/links/docs-link.tsx';
import type { DocsTopic } from '../../parts/links/docs-topics.ts';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx';
import { Section } from '../../parts/section.tsx';
import { EditKey } from './edit-key.tsx';
import { IssueKey } from './issue-key.tsx';
import type { KeyLife } from './key-life-field.tsx';
import type { IssuedKey, KeyRequests } from './key-requests.ts';
import { KeyTable } from './key-table.tsx';
import type { ApiKey } from './queries.ts';
import { RotateKey } from './rotate-key.tsx';
import type { Sample } from './sample-calls.ts';
import { TryKey } from './try-key.tsx';

interface KeysSectionProps {
  readonly title: string;
  /** The request header that has the key. */
  readonly header: string;
  readonly owner: string;
  readonly query: UseQueryResult<readonly ApiKey[]>;
  readonly requests: KeyRequests;
  readonly onChanged: () => void;
  readonly mayChange: boolean;
  readonly life: KeyLife;
  /** The text without keys. */
  readonly empty: string;
  /** When requests with a revoked key are refused. */
  readonly refused: string;
  readonly secret: { readonly name: string; readonly advice: string };
  readonly docs: DocsTopic;
  /** A first call with a new key. */
  readonly sample: (secret: string) => Sample | undefined;
}

interface Opened {
  readonly dialog: 'edit' | 'rotate' | 'revoke';
  readonly key: ApiKey;
}

/** The keys of an API client or a service account; a secret is shown once, on issue. */
export function KeysSection({
  query,
  requests,
  onChanged,
  mayChange,
  life,
  secret,
  sample,
  docs,
  ...texts
}: KeysSectionProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const show = (key: IssuedKey) => {
    setOpened(null);
    setIssued(key);
    onChanged();
  };
  const issue = useAddDialog({
    label: 'Issue key',
    isAllowed: mayChange,
    isSecondary: true,
    address: 'key',
    dialog: (close) => (
      <IssueKey
        owner={texts.owner}
        life={life}
        issue={requests.issue}
        onIssued={(key) => {
          close();
          show(key);
        }}
        onClose={close}
      />
    ),
  });
  const trial = issued && sample(issued.secret);
  return (
    <Section
      title={texts.title}
      lead={
        <>
          Sent as the header <code>{texts.header}</code>. Rotate a key to replace it without downtime.{' '}
          <DocsLink topic={docs} />
        </>
      }
      actions={issue.button}
    >
      {query.isPending && <Skeleton height={72} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.empty}
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <KeyTable
          keys={query.data}
          mayChange={mayChange}
          onEdit={(key) => setOpened({ dialog: 'edit', key })}
          onRotate={(key) => setOpened({ dialog: 'rotate', key })}
          onRevoke={(key) => setOpened({ dialog: 'revoke', key })}
        />
      )}
      {issue.dialog}
      {opened?.dialog === 'edit' && (
        <EditKey
          apiKey={opened.key}
          change={requests.change}
          onChanged={() => {
            setOpened(null);
            onChanged();
            showDone('Key changed.');
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.dialog === 'rotate' && (
        <RotateKey
          keyId={opened.key.keyId}
          life={life}
          rotate={requests.rotate}
          onRotated={show}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmAction
        isOpen={opened?.dialog === 'revoke'}
        onClose={() => setOpened(null)}
        title={`Revoke key ${opened && labelOf(opened.key)}?`}
        verb="Revoke"
        act={() => requests.revoke(opened?.key.keyId ?? '')}
        onDone={() => {
          onChanged();
          showDone('Key revoked.');
        }}
      >
        <Text size="sm">
          Requests with this key are refused {texts.refused}, permanently. To replace a key without downtime,
          rotate it.
        </Text>
        {opened?.key.lastUsedAt && (
          <Text size="sm" fw={600} mt="xs">
            Last used <Moment at={opened.key.lastUsedAt} />.
          </Text>
        )}
      </ConfirmAction>
      <SecretShownOnce {...secret} secret={issued?.secret ?? null} onClose={() => setIssued(null)}>
        {trial && (
          <TryKey
            sample={trial}
            apiKey={query.data?.find(({ keyId }) => keyId === issued?.keyId)}
            docs={docs}
          />
        )}
      </SecretShownOnce>
    </Section>
  );
}

const labelOf = ({ name, keyId }: ApiKey) => (name === null ? keyId : `${name} (${keyId})`);
