import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface EditConflictProps {
  /** What it says now. */
  readonly children: ReactNode;
  /** Puts that into the form. */
  readonly onUseSaved: () => void;
}

/** Somebody was quicker: their change is shown, and what was typed is kept. */
export function EditConflict({ children, onUseSaved }: EditConflictProps) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="Somebody changed this meanwhile"
      icon={<Icon name="warning" />}
      role="alert"
      c="inherit"
    >
      <Text size="sm">{children}</Text>
      <Text size="sm">What you typed is kept. Save again to put it in place of theirs.</Text>
      <Button size="xs" mt="sm" variant="default" onClick={onUseSaved}>
        Take theirs
      </Button>
    </Alert>
  );
}
