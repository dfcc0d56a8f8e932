import { ApiError } from '../api/api-error.ts';

/**
 * By the name of the field, as a form of Mantine takes them: `form.setErrors(formErrors(error))`. What is wrong inside a
 * value (`products.0`) is said by its field, too.
 */
export function formErrors(error: unknown): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => [
      [fieldOf(path), sentence(message)],
      [path, sentence(message)],
    ]),
  );
}

/** Whether some field says it already, so that the form as a whole need not. */
export function isShownByFields(error: unknown, fields: readonly string[]): boolean {
  return (
    error instanceof ApiError &&
    error.issues.length > 0 &&
    error.issues.every(({ path }) => fields.includes(fieldOf(path)))
  );
}

const fieldOf = (path: string) => path.split(/[./]/, 1)[0] ?? path;
const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
