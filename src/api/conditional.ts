import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { namesEntityTag } from '../core/entity-tag.ts';
import { requestHeader } from './request-header.ts';
import { maxHeaderLength } from './schemas.ts';

export const contentType = 'application/json; charset=utf-8';
export const cacheControl = 'private, no-cache';

/** Whether `If-None-Match` names this ETag. */
export function matchesEtag(request: IncomingMessage, tag: string): boolean {
  const condition = requestHeader(request, 'if-none-match');
  return condition !== undefined && (condition === tag || namesEntityTag(condition, tag));
}

/** The route refuses a longer `If-None-Match`. */
export function isConditionTooLong(request: IncomingMessage): boolean {
  const condition = requestHeader(request, 'if-none-match');
  return condition !== undefined && condition.length > maxHeaderLength;
}

export function etagOf(content: string | Buffer): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
}

/** Sends the JSON text with its ETag, or 304 when the request's `If-None-Match` names that ETag. */
export function sendTagged(reply: FastifyReply, body: string, tag = etagOf(body)): FastifyReply {
  reply.header('etag', tag).header('cache-control', cacheControl);
  if (matchesEtag(reply.request.raw, tag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(body);
}
