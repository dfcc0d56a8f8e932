import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { productDetailsQuery } from '../../../api/product-names.ts';
import { useListAddress } from '../../../parts/list/list-address.ts';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { Change } from './change.tsx';
import type { AuditEntry } from './queries.ts';
import styles from './subject.module.css';
import { Subject } from './subject.tsx';

const differences: Column<AuditEntry> = {
  name: 'Differences',
  cell: (entry) => <RecordedChange entry={entry} />,
};
const time: Column<AuditEntry> = { name: 'Time', cell: ({ recordedAt }) => <Moment at={recordedAt} /> };

/** In the audit log, actions and people are filters. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { name: 'Change', cell: (entry) => <Subject entry={entry} isFilter /> },
  differences,
  { name: 'Person', cell: ({ actor }) => <Actor actor={actor} isFilter /> },
  { ...time, sort: byTime('recordedAt') },
];

/** In the history of one object. */
export const historyColumns: readonly Column<AuditEntry>[] = [
  { name: 'Change', cell: (entry) => <Subject entry={entry} isFilter={false} /> },
  differences,
  { name: 'Person', cell: ({ actor }) => <Actor actor={actor} isFilter={false} /> },
  time,
];

/** With the display names that the capabilities and limits of the product have now. */
function RecordedChange({ entry }: { readonly entry: AuditEntry }) {
  const { workspaceId } = useWorkspace();
  const { subject, related, before, after } = entry;
  const product = related.find(({ kind, exists }) => kind === 'Product' && exists)?.id;
  const facts = { ...before, ...after };
  const { data } = useQuery({
    ...productDetailsQuery(workspaceId, product ?? ''),
    enabled:
      subject.kind === 'Plan' && product !== undefined && ('capabilities' in facts || 'limits' in facts),
  });
  return (
    <>
      <Change entry={entry} labels={data?.labels} />
      <Note entry={entry} />
    </>
  );
}

/** Why a product was changed, and the version that the change made or restored, in the history of the product. */
function Note({ entry }: { readonly entry: AuditEntry }) {
  const { slug: workspace } = useWorkspace();
  const { subject, related, reason, productRevision, restoredRevision } = entry;
  const product = [subject, ...related].find(({ kind, exists }) => kind === 'Product' && exists)?.id;
  return (
    <>
      {reason !== null && (
        <Text size="sm" fs="italic">
          “{reason}”
        </Text>
      )}
      {productRevision !== null && product !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          <Anchor
            size="xs"
            renderRoot={(props) => (
              <Link
                to="/$workspace/products/$product"
                params={{ workspace, product }}
                hash="history"
                {...props}
              />
            )}
          >
            Version {productRevision}
          </Anchor>
          {restoredRevision !== null && `, restores version ${restoredRevision}`}
        </Text>
      )}
    </>
  );
}

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
