import { Text } from '@mantine/core';
import { ActionsMenu, MenuAction } from '../../parts/actions-menu.tsx';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { type Column, RowTable } from '../../parts/list/row-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { ApiKey } from './queries.ts';

const tones = { Active: 'good', Expired: 'over', Revoked: 'over' } as const;

const columns: readonly Column<ApiKey>[] = [
  { name: 'Key', cell: (key) => <NameAndId apiKey={key} /> },
  { name: 'Status', cell: ({ status }) => <StatusBadge tone={tones[status]}>{status}</StatusBadge> },
  { name: 'Issued', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Expires', cell: (key) => <End apiKey={key} /> },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
  },
];

function NameAndId({ apiKey: { keyId, name, allowedNetworks } }: { readonly apiKey: ApiKey }) {
  return (
    <div>
      {name !== null && (
        <Text size="sm" fw={500}>
          {name}
        </Text>
      )}
      <CopyableId id={keyId} of="key" />
      {allowedNetworks && (
        <Text size="xs" c="dimmed">
          From {allowedNetworks.join(', ')}
        </Text>
      )}
    </div>
  );
}

function End({ apiKey: { revokedAt, expiresAt } }: { readonly apiKey: ApiKey }) {
  const at = revokedAt ?? expiresAt;
  return at === null ? 'Never' : <Moment at={at} />;
}

interface KeyTableProps<Key> {
  readonly keys: readonly Key[];
  readonly mayChange: boolean;
  readonly onEdit: (key: Key) => void;
  readonly onRotate: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

/** Keys of an API client or a service account. */
export function KeyTable<Key extends ApiKey>(props: KeyTableProps<Key>) {
  const { keys, mayChange, onEdit, onRotate, onRevoke } = props;
  const actions: Column<Key> = {
    name: 'Actions',
    isActions: true,
    cell: (key) => (
      <ActionsMenu of={`the key ${key.keyId}`}>
        <MenuAction icon="edit" onClick={() => onEdit(key)}>
          Edit
        </MenuAction>
        {key.status === 'Active' && (
          <>
            <MenuAction icon="retry" onClick={() => onRotate(key)}>
              Rotate
            </MenuAction>
            <MenuAction icon="remove" isDangerous onClick={() => onRevoke(key)}>
              Revoke
            </MenuAction>
          </>
        )}
      </ActionsMenu>
    ),
  };
  return (
    <RowTable
      items={keys}
      columns={mayChange ? [...columns, actions] : columns}
      keyOf={({ keyId }) => keyId}
    />
  );
}
