import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What the list will contain. */
  readonly text: string;
  /** The button of the first step, if the role permits it. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} className={styles.empty}>
      <Icon name={icon} size={32} />
      <Title order={2} size="h4" ta="center" c="var(--mantine-color-text)">
        {title}
      </Title>
      <Text size="sm" ta="center" maw="30rem">
        {text}
      </Text>
      {action && <div className={styles.action}>{action}</div>}
    </Stack>
  );
}
