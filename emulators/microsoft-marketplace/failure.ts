import type { EmulatorResponse } from '../shell/response.ts';

interface FailureRow {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

/** Every refusal of a whole request. Codes and statuses are the real service's where known, the wording is ours. */
const rows = {
  badArgument: { status: 400, code: 'BadArgument', text: 'The request is not valid.' },
  unauthenticated: { status: 401, code: 'Unauthorized', text: 'The access token was not accepted.' },
  forbidden: { status: 403, code: 'Forbidden', text: 'The caller may not do this.' },
  unknownPath: { status: 404, code: 'NotFound', text: 'There is nothing here.' },
  notFound: { status: 404, code: 'EntityNotFound', text: 'There is no such thing.' },
  conflict: { status: 409, code: 'Conflict', text: 'It cannot be done now.' },
  wrongMethod: { status: 405, code: 'MethodNotAllowed', text: 'The resource does not take this method.' },
  throttled: { status: 429, code: 'TooManyRequests', text: 'Too many requests.' },
  failing: { status: 500, code: 'InternalServerError', text: 'Something went wrong.' },
} as const satisfies Record<string, FailureRow>;

export interface Failure {
  readonly failure: keyof typeof rows;
  /** The reason, in a sentence; may be empty. */
  readonly subject: string;
  /** The member or parameter that is refused. */
  readonly target?: string;
}

export function failureResponse({ failure, subject, target }: Failure): EmulatorResponse {
  const { status, code, text }: FailureRow = rows[failure];
  const message = `${text} ${subject.slice(0, 200)}`.trimEnd();
  // Members in the order of the documentation, which differs with and without details.
  const body =
    target === undefined
      ? { code, message }
      : { message, target, details: [{ message, target, code }], code };
  return { status, body };
}
