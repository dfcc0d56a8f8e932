import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface AddDialogOptions {
  /** `New product` */
  readonly label: string;
  /** Whether the role permits it. */
  readonly isAllowed: boolean;
  /** Beside a more important button, or inside a page. */
  readonly isSecondary?: boolean;
  readonly dialog: (close: () => void) => ReactNode;
}

/**
 * A button and the dialog that it opens. The dialog belongs at the end of the page: inside an empty list it would be
 * removed with the first item.
 */
export function useAddDialog({ label, isAllowed, isSecondary = false, dialog }: AddDialogOptions) {
  const [isOpen, { open, close }] = useDisclosure();
  return {
    button: isAllowed && (
      <Button
        {...(isSecondary && { variant: 'default' })}
        leftSection={<Icon name="plus" size={16} />}
        onClick={open}
      >
        {label}
      </Button>
    ),
    dialog: isOpen && dialog(close),
  };
}
