import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TroubleNotice } from './trouble-notice.tsx';

interface ConfirmActionProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A question: `Remove Ivo Lind?` */
  readonly title: string;
  /** What it will break, by name. */
  readonly children: ReactNode;
  /** The verb on the button: `Remove`. */
  readonly verb: string;
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
}

/** Asks once before something that cannot be taken back; what goes wrong is said in the same place. */
export function ConfirmAction({ isOpen, onClose, title, children, verb, act, onDone }: ConfirmActionProps) {
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
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        {action.isError && <TroubleNotice error={action.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Keep it as it is
          </Button>
          <Button color="red.9" loading={action.isPending} onClick={() => action.mutate()}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
