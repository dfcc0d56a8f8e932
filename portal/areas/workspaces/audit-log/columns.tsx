import { Text, UnstyledButton } from '@mantine/core';
import { useListAddress } from '../../../parts/list/list-address.ts';
import type { Column } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Change } from './change.tsx';
import type { AuditEntry } from './queries.ts';
import styles from './subject.module.css';
import { Subject } from './subject.tsx';

const differences: Column<AuditEntry> = { name: 'Differences', cell: (entry) => <Change entry={entry} /> };
const time: Column<AuditEntry> = { name: 'Time', cell: ({ recordedAt }) => <Moment at={recordedAt} /> };

/** In the audit log, actions and people are filters. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { name: 'Change', cell: (entry) => <Subject entry={entry} isFilter /> },
  differences,
  { name: 'Person', cell: ({ actor }) => <Actor actor={actor} isFilter /> },
  time,
];

/** In the history of one object. */
export const historyColumns: readonly Column<AuditEntry>[] = [
  { name: 'Change', cell: (entry) => <Subject entry={entry} isFilter={false} /> },
  differences,
  { name: 'Person', cell: ({ actor }) => <Actor actor={actor} isFilter={false} /> },
  time,
];

interface ActorProps {
  readonly actor: AuditEntry['actor'];
  readonly isFilter: boolean;
}

function Actor({ actor: { kind, id, name, address }, isFilter }: ActorProps) {
  const { filter } = useListAddress<'actorId'>();
  const note =
    kind === 'Command' ? 'by command' : kind === 'ServiceAccount' ? `service account, ${address}` : address;
  return (
    <div>
      {isFilter ? (
        <UnstyledButton className={styles.action} onClick={() => filter({ actorId: id })}>
          {name}
        </UnstyledButton>
      ) : (
        <Text size="sm">{name}</Text>
      )}
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </div>
  );
}
