import { Button, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx';
import { Section } from '../../parts/section.tsx';
import { IssueKey } from './issue-key.tsx';
import type { KeyLife } from './key-life-field.tsx';
import type { KeyRequests } from './key-requests.ts';
import { KeyTable } from './key-table.tsx';
import type { ApiKey } from './queries.ts';
import { RotateKey } from './rotate-key.tsx';

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
  readonly secret: { readonly name: string; readonly advice: string; readonly children?: ReactNode };
}

interface Opened {
  readonly dialog: 'rotate' | 'revoke';
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
  ...texts
}: KeysSectionProps) {
  const [isIssuing, setIssuing] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [issued, setIssued] = useState<string | null>(null);
  const show = (key: string) => {
    setIssuing(false);
    setOpened(null);
    setIssued(key);
    onChanged();
  };
  return (
    <Section
      title={texts.title}
      lead={
        <>
          Sent as the header <code>{texts.header}</code>. Rotate a key to replace it without downtime.
        </>
      }
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setIssuing(true)}
          >
            Issue key
          </Button>
        )
      }
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
          onRotate={(key) => setOpened({ dialog: 'rotate', key })}
          onRevoke={(key) => setOpened({ dialog: 'revoke', key })}
        />
      )}
      {isIssuing && (
        <IssueKey
          owner={texts.owner}
          life={life}
          issue={requests.issue}
          onIssued={show}
          onClose={() => setIssuing(false)}
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
        title={`Revoke key ${opened?.key.keyId}?`}
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
      <SecretShownOnce {...secret} secret={issued} onClose={() => setIssued(null)} />
    </Section>
  );
}
