import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionDialog } from './action-dialog.tsx';

interface ConfirmActionProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A question: `Remove Ivo Lind?` */
  readonly title: string;
  /** What it will break, by name. */
  readonly children: ReactNode;
  /** The verb on the button: `Remove`. */
  readonly verb: string;
  /** Instead of "Cancel", where the action itself is a cancellation. */
  readonly keep?: string;
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
}

/** Asks once before an action that cannot be undone; its error is shown in the same dialog. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { isOpen, onClose, title, children, verb, keep, act, onDone } = props;
  const action = useMutation({
    mutationFn: act,
    onSuccess: () => {
      close();
      onDone?.();
    },
  });
  const close = () => {
    action.reset();
    onClose();
  };
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      submit={verb}
      cancel={keep}
      isDangerous
      mutation={action}
      onSubmit={() => action.mutate()}
    >
      <Text component="div" size="sm">
        {children}
      </Text>
    </ActionDialog>
  );
}
