import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface EditConflictProps {
  /** The saved state in words. */
  readonly children: ReactNode;
  /** Replaces the form's values by the saved ones. */
  readonly onUseSaved: () => void;
}

/** Shows an edit conflict: the saved state, and the choice to use it. */
export function EditConflict({ children, onUseSaved }: EditConflictProps) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      title="Somebody else changed this"
      icon={<Icon name="warning" />}
      role="alert"
      c="inherit"
    >
      <Text size="sm">{children}</Text>
      <Text size="sm">Your input is kept. Save again to overwrite their change.</Text>
      <Button size="xs" mt="sm" variant="default" onClick={onUseSaved}>
        Use their version
      </Button>
    </Alert>
  );
}
