import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import styles from './change.module.css';
import { differences } from './differences.ts';
import type { AuditEntry } from './queries.ts';

const maxCollapsed = 5;

/** The values before and after a change, side by side. */
export function Change({
  entry: { before, after },
}: {
  readonly entry: Pick<AuditEntry, 'before' | 'after'>;
}) {
  const [showsAll, { toggle }] = useDisclosure();
  const all = differences(before, after);
  const shown = showsAll ? all : all.slice(0, maxCollapsed);
  if (all.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No recorded differences
      </Text>
    );
  return (
    <div>
      <dl className={styles.change}>
        {shown.map(({ name, before: was, after: is }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {was !== null && <del>{was}</del>} {is !== null && <ins>{is}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {all.length > maxCollapsed && (
        <Anchor component="button" type="button" size="xs" aria-expanded={showsAll} onClick={toggle}>
          {showsAll ? 'Show less' : `Show ${all.length - maxCollapsed} more`}
        </Anchor>
      )}
    </div>
  );
}
