import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import type { ListSearch } from '../list/list-address.ts';

interface AddDialogOptions {
  /** `New product` */
  readonly label: string;
  /** Whether the role permits it. */
  readonly isAllowed: boolean;
  /** Beside a more important button, or inside a page. */
  readonly isSecondary?: boolean;
  /** `product`: the address with `?add=product` opens the dialog. */
  readonly address?: string;
  readonly dialog: (close: () => void) => ReactNode;
}

/**
 * A button and the dialog that it opens. The dialog belongs at the end of the page: inside an empty list it would be
 * removed with the first item.
 */
export function useAddDialog(options: AddDialogOptions) {
  const { label, isAllowed, isSecondary = false, address, dialog } = options;
  const [isOpen, { open, close }] = useDisclosure();
  const { add } = useSearch({ strict: false }) as ListSearch<never>;
  const navigate = useNavigate();
  const isAddressed = address !== undefined && add === address;
  const closeBoth = () => {
    close();
    if (!isAddressed) return;
    const search = (({ add: _, next: __, ...rest }: ListSearch<never>) => rest) as never;
    void navigate({ to: '.', search, replace: true });
  };
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
    dialog: isAllowed && (isOpen || isAddressed) && dialog(closeBoth),
  };
}
