import { randomUUID } from 'node:crypto';
import type { Answer } from '../entra/answer.ts';
import { MICROSOFT_GRAPH } from '../entra/microsoft-graph.ts';

interface FailureRow {
  readonly code: string;
  readonly status: number;
  readonly text: (subject: string) => string;
}

/** Every way a request can be turned down. Codes and statuses are the real ones, the wording is ours. */
const rows = {
  invalidToken: {
    code: 'InvalidAuthenticationToken',
    status: 401,
    text: (reason) => `The access token was not accepted. ${reason}`.trimEnd(),
  },
  requestDenied: {
    code: 'Authorization_RequestDenied',
    status: 403,
    text: () => 'The application lacks the privileges for this operation.',
  },
  unknownUser: {
    code: 'Request_ResourceNotFound',
    status: 404,
    text: (id) => `There is no resource '${id}'.`,
  },
  unknownSegment: {
    code: 'BadRequest',
    status: 400,
    text: (path) => `No resource was found for the path '${path}'.`,
  },
  invalidFilter: {
    code: 'BadRequest',
    status: 400,
    text: (filter) => `The filter '${filter}' is not supported.`,
  },
  invalidSkipToken: {
    code: 'BadRequest',
    status: 400,
    text: (token) => `The skip token '${token}' is not valid.`,
  },
  wrongMethod: {
    code: 'Request_BadRequest',
    status: 405,
    text: (method) => `The resource does not take ${method}.`,
  },
  throttled: {
    code: 'TooManyRequests',
    status: 429,
    text: () => 'There were too many requests.',
  },
  down: {
    code: 'serviceNotAvailable',
    status: 503,
    text: (reason) => `The service is not available. ${reason}`.trimEnd(),
  },
} as const satisfies Record<string, FailureRow>;

export interface Failure {
  readonly failure: keyof typeof rows;
  /** What the failure is about: an id, a path, a reason. */
  readonly subject: string;
}

/** When a request was met, and the ids it goes by. */
export interface Occasion {
  readonly now: Date;
  readonly requestId: string;
  readonly clientRequestId: string;
}

export function createOccasion(now: Date, clientRequestId: string | undefined): Occasion {
  const requestId = randomUUID();
  return { now, requestId, clientRequestId: clientRequestId ?? requestId };
}

export function failureAnswer({ failure, subject }: Failure, occasion: Occasion): Answer {
  const row: FailureRow = rows[failure];
  return {
    status: row.status,
    headers:
      row.status === 401
        ? { 'www-authenticate': `Bearer realm="", client_id="${MICROSOFT_GRAPH.appId}"` }
        : {},
    body: {
      error: {
        code: row.code,
        message: row.text(subject.slice(0, 200)),
        innerError: {
          date: occasion.now.toISOString().slice(0, 19),
          'request-id': occasion.requestId,
          'client-request-id': occasion.clientRequestId,
        },
      },
    },
  };
}
