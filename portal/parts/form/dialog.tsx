import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/** The last element with the focus that was not part of a dialog or a menu. */
let lastFocused: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]')) lastFocused = target;
});

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus();
  return <Modal opened {...props} />;
}

/**
 * Returns the focus to the element that opened the dialog, or to the page if it is gone. Mantine does so only when a
 * dialog closes before it is removed, and to an entry of a closed menu.
 */
function useReturnFocus(): void {
  useEffect(() => {
    const opener = lastFocused;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main');
        target?.focus({ preventScroll: true });
      });
    };
  }, []);
}
