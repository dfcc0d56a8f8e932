import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { isApiError } from '../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import { isShownByFields } from './form-errors.ts';

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
  /** Shown instead of the error when somebody else saved first: `<EditConflict>`. */
  readonly conflict?: ReactNode;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one action: its content, its error, a Cancel and a submit button. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, submit, cancel = 'Cancel', isOpen = true, size, isDangerous, isDisabled } = props;
  const { mutation, fields = [], conflict, onSubmit, onClose, children } = props;
  const { error, isPending } = mutation;
  const isConflict = isApiError(error, 'request.precondition_failed') && conflict !== undefined;
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
          {isConflict && conflict}
          {error != null && !isConflict && !isShownByFields(error, fields) && <ErrorNotice error={error} />}
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
