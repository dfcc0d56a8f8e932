import { Loader } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect } from 'react';
import { ErrorNotice } from '../error-notice.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { type EditOptions, useEdit } from './use-edit.ts';

interface EditDialogProps<Value, Values, Change>
  extends EditOptions<Value, Change>,
    Pick<FormDialogProps<Values>, 'title' | 'cancel' | 'size' | 'isDangerous' | 'fields' | 'onClose'> {
  readonly submit?: string;
  /** The initial values of the form. */
  readonly valuesOf: (value: Value) => Values;
  /** The request body; unchanged members may be left out. */
  readonly changeOf: (values: Values, initial: Values) => Change;
  /** The saved state in words, for somebody whose edit conflicts with it. */
  readonly describe: (value: Value) => ReactNode;
  /** Replaces the form's values by the saved ones unless given. */
  readonly onUseSaved?: () => void;
  /** By default: once something is changed. */
  readonly canSubmit?: (values: Values) => boolean;
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** A dialog that edits a resource with an ETag. After an edit conflict the form keeps its values. */
export function EditDialog<Value, Values extends object, Change>(
  props: EditDialogProps<Value, Values, Change>,
) {
  const { queryKey, read, save, onSaved, valuesOf, changeOf, describe, canSubmit, children, ...dialog } =
    props;
  const { submit = 'Save', onClose, onUseSaved, ...rest } = dialog;
  const form = useForm<Values>();
  const { current, saving, value } = useEdit<Value, Change>({
    queryKey,
    read,
    save,
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  // Later versions of the resource do not overwrite the form: the edit conflict shows them beside it.
  useEffect(() => {
    if (value && !form.initialized) form.initialize(valuesOf(value));
  }, [value, form, valuesOf]);
  const useSaved = (theirs: Value) => {
    const values = valuesOf(theirs);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    saving.reset();
  };
  const isReady = value !== undefined && form.initialized;
  return (
    <FormDialog
      {...rest}
      form={form}
      submit={submit}
      onClose={onClose}
      isDisabled={!isReady || !(canSubmit?.(form.values) ?? form.isDirty())}
      mutation={{
        error: saving.error,
        isPending: saving.isPending,
        mutate: (values, options) => saving.mutate(changeOf(values, form.getInitialValues()), options),
      }}
      conflict={
        value && (
          <EditConflict onUseSaved={onUseSaved ?? (() => useSaved(value))}>{describe(value)}</EditConflict>
        )
      }
    >
      {current.isPending && <Loader size="sm" aria-label="Loading" />}
      {current.isError && <ErrorNotice error={current.error} onRetry={() => current.refetch()} />}
      {isReady && children(form)}
    </FormDialog>
  );
}
