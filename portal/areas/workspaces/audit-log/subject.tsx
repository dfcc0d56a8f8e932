import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { actionLabels, detailOf, objectLabel } from './labels.ts';
import { pathOf } from './object-path.ts';
import type { AuditEntry, AuditObject } from './queries.ts';
import styles from './subject.module.css';

interface SubjectProps {
  readonly entry: AuditEntry;
  /** Whether the action filters the list that shows the entry. */
  readonly isFilter: boolean;
}

/** The action and its objects, with their names; each that exists is a link. */
export function Subject({ entry, isFilter }: SubjectProps) {
  const { filter } = useListAddress<'action'>();
  const { action, subject, related } = entry;
  const detail = detailOf(entry);
  const owner = related.find(({ kind }) => kind !== 'Plan' && kind !== subject.kind);
  return (
    <div className={styles.subject}>
      {isFilter ? (
        <UnstyledButton className={styles.action} onClick={() => filter({ action })}>
          {actionLabels[action]}
        </UnstyledButton>
      ) : (
        <Text className={styles.action}>{actionLabels[action]}</Text>
      )}
      <span className={styles.title}>
        <ObjectName object={subject} related={related} />
        <CopyableId id={subject.id} of="object" isIcon />
      </span>
      {owner && subject.kind !== 'Subscription' && (
        <Text size="xs" c="dimmed" component="span" className={styles.owner}>
          of <ObjectName object={owner} related={related} isSmall />
        </Text>
      )}
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
  );
}

interface ObjectNameProps {
  readonly object: AuditObject;
  readonly related: readonly AuditObject[];
  readonly isSmall?: boolean;
}

function ObjectName({ object, related, isSmall = false }: ObjectNameProps) {
  const { slug: workspace } = useWorkspace();
  const target = pathOf(object, related);
  const label = objectLabel(object);
  const size = isSmall ? 'xs' : 'sm';
  if (target === null) {
    return (
      <Text span size={size}>
        {label}
        {!object.exists && object.kind !== 'UsageReport' && ' (deleted)'}
      </Text>
    );
  }
  return (
    <Anchor
      size={size}
      renderRoot={(props) => (
        <Link
          to={`/${workspace}/${target.path}` as never}
          search={(target.search ?? {}) as never}
          {...props}
        />
      )}
    >
      {label}
    </Anchor>
  );
}
