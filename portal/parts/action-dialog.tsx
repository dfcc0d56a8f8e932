import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { isTrouble } from '../api/trouble.ts';
import { isSaidByFields } from './form-errors.ts';
import { TroubleNotice } from './trouble-notice.tsx';

export interface ActionDialogProps {
  readonly title: string;
  /** The label of the submit button: `Add`. */
  readonly submit: string;
  /** The label of the button that closes the dialog. */
  readonly cancel?: string | undefined;
  readonly isOpen?: boolean;
  readonly size?: 'lg' | undefined;
  /** Whether the action cannot be undone. */
  readonly isDangerous?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly mutation: { readonly error: unknown; readonly isPending: boolean };
  /** The fields that show their own errors. */
  readonly fields?: readonly string[] | undefined;
  /** Shown instead of the error when somebody else saved first: `<ChangedMeanwhile>`. */
  readonly changedMeanwhile?: ReactNode;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one action: its content, its error, a Cancel and a submit button. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, submit, cancel = 'Cancel', isOpen = true, size, isDangerous, isDisabled } = props;
  const { mutation, fields = [], changedMeanwhile, onSubmit, onClose, children } = props;
  const { error, isPending } = mutation;
  const isConflict = isTrouble(error, 'request.precondition_failed') && changedMeanwhile !== undefined;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} {...(size && { size })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <Stack gap="md">
          {children}
          {isConflict && changedMeanwhile}
          {error != null && !isConflict && !isSaidByFields(error, fields) && <TroubleNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button
              type="submit"
              {...(isDangerous && { color: 'red.9' })}
              disabled={isDisabled === true}
              loading={isPending}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
