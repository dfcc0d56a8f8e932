import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import {
  type FormEventHandler,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isApiError } from '../../api/api-error.ts';
import { ErrorNotice } from '../error-notice.tsx';
import styles from './action-dialog.module.css';
import { Dialog } from './dialog.tsx';
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
  /** What the action will do, or does: above the buttons, which stay in sight. */
  readonly summary?: string | undefined;
  /** The fields that show their own errors. */
  readonly fields?: readonly string[] | undefined;
  /** Shown instead of the error when somebody else saved first: `<EditConflict>`. */
  readonly conflict?: ReactNode;
  /** Whether closing would lose input. Then Esc, the close button, a click outside, a reload and the browser's Back ask first. */
  readonly hasInput?: () => boolean;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one action: its content, its error, a Cancel and a submit button. */
export function ActionDialog({ isOpen = true, ...props }: ActionDialogProps) {
  return isOpen && <OpenDialog {...props} />;
}

function OpenDialog(props: Omit<ActionDialogProps, 'isOpen'>) {
  const { title, submit, cancel = 'Cancel', size, isDangerous, isDisabled } = props;
  const { mutation, summary, fields = [], conflict, hasInput, onSubmit, onClose, children } = props;
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const { error, isPending } = mutation;
  const isConflict = isApiError(error, 'request.precondition_failed') && conflict !== undefined;
  useBlocker({
    // A link or a save leaves by itself.
    shouldBlockFn: ({ action }) =>
      action !== 'PUSH' &&
      action !== 'REPLACE' &&
      hasInput?.() === true &&
      !window.confirm('Discard your input?'),
    enableBeforeUnload: () => hasInput?.() === true,
  });
  const form = useRef<HTMLFormElement>(null);
  const attach = useMergedRef(form, useFirstField(form));
  useShownError(form, error);
  const dismiss = () => (hasInput?.() ? setAsksToDiscard(true) : onClose());
  return (
    <Dialog onClose={dismiss} title={title} {...(size && { size })}>
      <form
        ref={attach}
        className={styles.form}
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
          <div className={styles.buttons}>
            {asksToDiscard ? (
              <DiscardInput onKeep={() => setAsksToDiscard(false)} onDiscard={onClose} />
            ) : (
              <>
                {summary !== undefined && (
                  <Text size="sm" fw={500} mb="xs" role="status">
                    {summary}
                  </Text>
                )}
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
              </>
            )}
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}

const field = 'input, textarea';

/** The text field that comes first; a list of choices would open with the focus. */
function firstTextField(form: HTMLFormElement | null): HTMLElement | null {
  const first = form?.querySelector<HTMLElement>('input:enabled, textarea:enabled');
  const isText = first?.matches(':not([aria-haspopup], [type=radio], [type=checkbox], [type=file])');
  return first && isText ? first : null;
}

/**
 * A text field that comes first gets the focus, instead of the close button: when the dialog opens, or when its content
 * is loaded later, unless something in the form has the focus by then.
 */
function useFirstField(form: RefObject<HTMLFormElement | null>): RefCallback<HTMLFormElement> {
  const isLoading = useRef(false);
  useEffect(() => {
    if (!isLoading.current || form.current?.querySelector(field) == null) return;
    isLoading.current = false;
    if (!form.current.contains(document.activeElement)) firstTextField(form.current)?.focus();
  });
  return useCallback((element) => {
    isLoading.current = element !== null && element.querySelector(field) === null;
    if (element?.querySelector('[data-autofocus]')) return;
    firstTextField(element)?.setAttribute('data-autofocus', 'true');
  }, []);
}

/** Scrolls to the error or to the first field that shows one: a long form may hide it. */
function useShownError(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error == null) return;
    // The fields get their errors after the mutation has its own.
    const timer = setTimeout(() =>
      form.current?.querySelector('[aria-invalid=true], [role=alert]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => clearTimeout(timer);
  }, [form, error]);
}

interface DiscardInputProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function DiscardInput({ onKeep, onDiscard }: DiscardInputProps) {
  return (
    <Alert color="orange" variant="outline" role="alert" title="Discard your input?" c="inherit">
      <Group gap="xs" p={3}>
        <Button variant="default" size="xs" onClick={onKeep} autoFocus>
          Continue editing
        </Button>
        <Button color="red.9" size="xs" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
