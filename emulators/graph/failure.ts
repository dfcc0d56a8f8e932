import { randomUUID } from 'node:crypto';
import { microsoftGraph } from '../shell/first-party-apps.ts';
import type { EmulatorResponse } from '../shell/response.ts';

interface FailureRow {
  readonly code: string;
  readonly status: number;
  readonly text: (subject: string) => string;
}

/** Every refusal. Codes and statuses are the real service's, the wording is ours. */
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
    text: () => 'Too many requests.',
  },
  unavailable: {
    code: 'serviceNotAvailable',
    status: 503,
    text: (reason) => `The service is not available. ${reason}`.trimEnd(),
  },
} as const satisfies Record<string, FailureRow>;

export interface Failure {
  readonly failure: keyof typeof rows;
  /** The id, path or reason of the refusal. */
  readonly subject: string;
}

export interface RequestContext {
  readonly now: Date;
  readonly requestId: string;
  readonly clientRequestId: string;
}

export function createRequestContext(now: Date, clientRequestId: string | undefined): RequestContext {
  const requestId = randomUUID();
  return { now, requestId, clientRequestId: clientRequestId ?? requestId };
}

export function failureResponse({ failure, subject }: Failure, context: RequestContext): EmulatorResponse {
  const row: FailureRow = rows[failure];
  return {
    status: row.status,
    headers:
      row.status === 401
        ? { 'www-authenticate': `Bearer realm="", client_id="${microsoftGraph.appId}"` }
        : {},
    body: {
      error: {
        code: row.code,
        message: row.text(subject.slice(0, 200)),
        innerError: {
          date: context.now.toISOString().slice(0, 19),
          'request-id': context.requestId,
          'client-request-id': context.clientRequestId,
        },
      },
    },
  };
}
