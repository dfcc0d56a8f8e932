import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { namesEntityTag } from '../core/entity-tag.ts';

export const contentType = 'application/json; charset=utf-8';
export const cacheControl = 'private, no-cache';

/** Whether the caller already holds the answer with this tag. */
export function isHeld(headers: IncomingHttpHeaders, tag: string): boolean {
  const held = headers['if-none-match'];
  return held !== undefined && (held === tag || namesEntityTag(held, tag));
}

/** The tag of whatever is said by this text. */
export function tagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
}

/** Answers with the JSON text and a tag made of it, or with 304 when the caller already holds that tag. */
export function sendTagged(reply: FastifyReply, body: string): FastifyReply {
  const tag = tagOf(body);
  reply.header('etag', tag).header('cache-control', cacheControl);
  if (isHeld(reply.request.headers, tag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(body);
}
