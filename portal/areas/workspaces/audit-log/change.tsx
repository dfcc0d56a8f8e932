import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '../../../parts/form/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import styles from './change.module.css';
import { type Difference, differences, type KeyLabels } from './differences.ts';
import { actionLabels } from './labels.ts';
import type { AuditEntry } from './queries.ts';

const maxCollapsed = 5;

interface ChangeProps {
  /** A planned change has no related objects, and is not recorded. */
  readonly entry: Pick<AuditEntry, 'action' | 'before' | 'after'> & Partial<Pick<AuditEntry, 'related'>>;
  /** The display names of capabilities and limits. */
  readonly labels?: KeyLabels | undefined;
}

/** The differences that an entry records, with the recorded JSON behind a button. */
export function Change({ entry, labels }: ChangeProps) {
  const [showsAll, { toggle }] = useDisclosure();
  const [showsJson, { open, close }] = useDisclosure();
  const { before, after, related = [], action } = entry;
  const names = new Map(related.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
  const all = differences(before, after, { names, labels });
  const shown = showsAll ? all : all.slice(0, maxCollapsed);
  return (
    <div>
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          No recorded differences
        </Text>
      )}
      <dl className={styles.change}>
        {shown.map((difference) => (
          <div key={difference.name}>
            <dt>{difference.name}</dt>
            <dd>
              <Values difference={difference} />
            </dd>
          </div>
        ))}
      </dl>
      <Group gap="md">
        {all.length > maxCollapsed && (
          <Anchor component="button" type="button" size="xs" aria-expanded={showsAll} onClick={toggle}>
            {showsAll ? 'Show less' : `Show ${all.length - maxCollapsed} more`}
          </Anchor>
        )}
        {entry.related && (before || after) && (
          <Anchor component="button" type="button" size="xs" c="dimmed" aria-haspopup="dialog" onClick={open}>
            Raw JSON
          </Anchor>
        )}
      </Group>
      {showsJson && (
        <Dialog title={`${actionLabels[action]}: raw JSON`} size="lg" onClose={close}>
          <Snippet text={JSON.stringify({ before, after }, null, 2)} of="entry" />
        </Dialog>
      )}
    </div>
  );
}

function Values({ difference: { before, after, added, removed } }: { readonly difference: Difference }) {
  if (added.length + removed.length > 0) {
    return (
      <>
        {removed.map((text) => (
          <div key={`removed ${text}`}>
            − <del>{text}</del>
          </div>
        ))}
        {added.map((text) => (
          <div key={`added ${text}`}>
            + <ins>{text}</ins>
          </div>
        ))}
      </>
    );
  }
  return (
    <>
      {before === null ? 'Not set' : before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && (
        <>
          {' '}
          <Icon name="arrow" size={12} />
          <VisuallyHidden>to</VisuallyHidden>{' '}
        </>
      )}
      {after === null ? 'Not set' : after !== undefined && <ins>{after}</ins>}
    </>
  );
}
