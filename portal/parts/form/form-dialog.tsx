import type { UseFormReturnType } from '@mantine/form';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import { formErrors } from './form-errors.ts';

/** As `useMutation` returns it. */
interface FormMutation<Values> {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: (values: Values, options: { readonly onError: (error: unknown) => void }) => void;
}

/** For a form that leads to another step, which saves. */
export const nextStep = <Values,>(mutate: (values: Values) => void): FormMutation<Values> => ({
  error: null,
  isPending: false,
  mutate,
});

export interface FormDialogProps<Values>
  extends Omit<ActionDialogProps, 'mutation' | 'hasInput' | 'onSubmit'> {
  readonly form: UseFormReturnType<Values>;
  readonly mutation: FormMutation<Values>;
}

/**
 * A dialog with a form. The form's fields show the validation errors of the API; `fields` names others that do so
 * instead.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, mutation, fields = Object.keys(form.getValues()), ...dialog } = props;
  const submit = form.onSubmit((values) =>
    mutation.mutate(values, { onError: (error) => form.setErrors(formErrors(error)) }),
  );
  return (
    <ActionDialog
      {...dialog}
      mutation={mutation}
      fields={fields}
      hasInput={() => form.isDirty()}
      onSubmit={submit}
    />
  );
}
