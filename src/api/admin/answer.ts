import type { FastifyReply } from 'fastify';
import { revisionTag } from '../../core/entity-tag.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { sendRefusal } from '../http/problem.ts';

type Headers = Readonly<Record<string, string>>;

/** A body with headers of its own. */
export class Answer {
  readonly body: unknown;
  readonly headers: Headers;

  constructor(body: unknown, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

/** A record that can be edited, with its revision as `ETag`. */
export function withRevision<Row extends { readonly revision: number }>(
  found: Row | Refusal,
  viewOf: (row: Row) => unknown,
): Answer | Refusal {
  return isRefusal(found) ? found : new Answer(viewOf(found), { etag: revisionTag(found) });
}

/** The view of a result; a refusal is returned unchanged. */
export function unlessRefused<Result, View>(
  result: Result | Refusal,
  viewOf: (result: Result) => View,
): View | Refusal {
  return isRefusal(result) ? result : viewOf(result);
}

/** Sends the result of a handler. */
export function sendResult(reply: FastifyReply, status: number, result: unknown): FastifyReply {
  // Sign-in has redirected the browser. A reply is a thenable, so it must not be awaited.
  if (reply.sent) return reply;
  if (isRefusal(result)) return sendRefusal(reply, result);
  if (status === 204) return reply.code(204).send(null);
  return result instanceof Answer
    ? reply.code(status).headers(result.headers).send(result.body)
    : reply.code(status).send(result);
}
