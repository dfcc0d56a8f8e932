import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DocsLink } from './links/docs-link.tsx';
import type { DocsTopic } from './links/docs-topics.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** On the page of one object: `<BackLink>` to its list. */
  readonly above?: ReactNode;
  /** One sentence: what is on this page. */
  readonly lead?: ReactNode;
  /** The guide, or part of the reference, that explains the page. */
  readonly docs?: DocsTopic;
  /** The buttons of the page. */
  readonly actions?: ReactNode;
}

/** The header of every page; it also sets the window title. */
export function PageHeader({ title, above, lead, docs, actions }: PageHeaderProps) {
  useDocumentTitle(`${title} · Tessera`);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div>
        {above}
        <Title order={1} size="h2" className={styles.title}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={4} maw="44rem">
            {lead} {docs && <DocsLink topic={docs} />}
          </Text>
        )}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
