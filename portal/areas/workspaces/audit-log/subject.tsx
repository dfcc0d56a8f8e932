import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useListAddress } from '../../../parts/list-address.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { titleOf } from './differences.ts';
import { actionLabels } from './labels.ts';
import type { AuditEntry } from './queries.ts';
import styles from './subject.module.css';

/** The action and its object; the action is a filter link. */
export function Subject({ entry }: { readonly entry: AuditEntry }) {
  const { slug: workspace } = useWorkspace();
  const { filter } = useListAddress<'action'>();
  const { action, subject, before, after } = entry;
  const title = titleOf(before, after);
  return (
    <div className={styles.subject}>
      <UnstyledButton className={styles.action} onClick={() => filter({ action })}>
        {actionLabels[action]}
      </UnstyledButton>
      {title && (
        <Text size="sm" className={styles.title}>
          {title}
        </Text>
      )}
      {subject.kind === 'Subscription' ? (
        <Anchor
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/$workspace/subscriptions/$subscriptionId"
              params={{ workspace, subscriptionId: subject.id }}
              {...props}
            />
          )}
        >
          Open subscription
        </Anchor>
      ) : (
        <CopyableId id={subject.id} of="subject" />
      )}
    </div>
  );
}
