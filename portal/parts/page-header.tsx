import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  readonly title: string;
  /** One sentence: what is on this page. */
  readonly lead?: ReactNode;
  /** The buttons of the page. */
  readonly actions?: ReactNode;
}

/** The head of every page; it names the window, too. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  useDocumentTitle(`${title} · Tessera`);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={4} maw="44rem">
            {lead}
          </Text>
        )}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
