import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readRevisionTag, revisionTag } from '../../core/entity-tag.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { header, longestHeader } from '../schemas.ts';

/** For the schema of a route that edits: absent is refused by name, not as invalid. */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: longestHeader,
      description: 'The `ETag` of what was read; needed. `*` takes whatever is there.',
    }),
  ),
});

export const revisionHeaders = {
  ETag: header(
    'Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else.',
  ),
};

/** Which revision the change is based on. */
export function expectedRevision({ headers }: FastifyRequest): number | 'any' | Refusal {
  const written = headers['if-match'];
  if (written === undefined) return refuse('request.precondition_required');
  return readRevisionTag(written) ?? refuse('request.precondition_failed');
}

/** Answers with something that can be edited. */
export function sendRevision(
  reply: FastifyReply,
  record: { readonly revision: number },
  body: object,
): FastifyReply {
  return reply.header('etag', revisionTag(record)).send(body);
}
