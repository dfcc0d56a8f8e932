import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readRevisionTag } from '../../core/entity-tag.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { maxHeaderLength } from '../http/headers.ts';
import { header } from '../schemas.ts';

/** Optional in the schema, so that a missing header is 428 and not 400. */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: maxHeaderLength,
      description: 'The `ETag` of what was read; needed. `*` takes whatever is there.',
    }),
  ),
});

export const revisionHeaders = {
  ETag: header(
    'Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else.',
  ),
};

/** Refuses an edit without `If-Match` (428) or with a tag that is no revision (412). */
export function refuseWithoutRevision({ headers }: FastifyRequest): Refusal | undefined {
  const written = headers['if-match'];
  if (written === undefined) return refuse('request.precondition_required');
  return readRevisionTag(written) === undefined ? refuse('request.precondition_failed') : undefined;
}

/** The revision that an edit is based on. */
export function expectedRevision({ headers, routeOptions }: FastifyRequest): number | 'any' {
  const revision = readRevisionTag(headers['if-match'] ?? '');
  if (revision === undefined) throw new Error(`The route ${routeOptions.url} is no edit`);
  return revision;
}
