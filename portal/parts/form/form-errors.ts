import { ApiError } from '../../api/api-error.ts';

/**
 * Validation errors by field name: `form.setErrors(formErrors(error))`. An error inside a value (`products.0`) is also
 * set at its field (`products`).
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

/** Whether the fields show all validation errors, so that the form need not. */
export function isShownByFields(error: unknown, fields: readonly string[]): boolean {
  return (
    error instanceof ApiError &&
    error.issues.length > 0 &&
    error.issues.every(({ path }) => fields.includes(fieldOf(path)))
  );
}

const fieldOf = (path: string) => path.split(/[./]/, 1)[0] ?? path;
/** The messages of the API follow the name of the member: `is required`. */
const sentence = (message: string) => {
  const text = message.replace(/^is (?=required\b)/, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};
