import { Trouble } from '../api/trouble.ts';

/** By the name of the field, as a form of Mantine takes them: `form.setErrors(formErrors(error))`. */
export function formErrors(error: unknown): Record<string, string> {
  const issues = error instanceof Trouble ? error.issues : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path, sentence(message)]));
}

/** Whether some field says it already, so that the form as a whole need not. */
export function isSaidByFields(error: unknown, fields: readonly string[]): boolean {
  return (
    error instanceof Trouble &&
    error.issues.length > 0 &&
    error.issues.every(({ path }) => fields.includes(path))
  );
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
