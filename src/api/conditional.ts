import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { namesEntityTag } from '../core/entity-tag.ts';

/** Answers with the JSON text and a tag made of it, or with 304 when the caller already holds that tag. */
export function sendTagged(reply: FastifyReply, body: string): FastifyReply {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const held = reply.request.headers['if-none-match'];
  if (held !== undefined && namesEntityTag(held, tag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
