import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** For links to the section. */
  readonly id?: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page, with a heading of its own. */
export function Section({ id, title, lead, actions, children }: SectionProps) {
  return (
    <section {...(id && { id })} className={styles.section} aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={2} maw="44rem">
              {lead}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" align="flex-end">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </section>
  );
}
