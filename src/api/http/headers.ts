import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { RandomBytes } from '../../core/ports.ts';
import { namesEntityTag } from '../../core/values/entity-tag.ts';

/** The limit of one header. */
export const maxHeaderLength = 16_384;
/** The limit of the URL and all headers together. */
export const maxHeadLength = 2 * maxHeaderLength;

/**
 * The same as `request.headers[name]`, by a walk through the few headers of a request. The objects `headers` differ in
 * shape, so that each look-up of a name in one, above all of an absent name, costs several times as much.
 */
export function requestHeader(request: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = request;
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? '';
    if (written.length !== name.length) continue;
    if (written !== name && written.toLowerCase() !== name) continue;
    // Node.js knows whether a header that is repeated is a list, or is ignored after the first.
    if (value !== undefined) return request.headers[name]?.toString();
    value = rawHeaders[index + 1];
  }
  return value;
}

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

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id if it is safe to log and echo, else a new one. */
export function requestIds(newId: () => string) {
  return (request: IncomingMessage): string => {
    const own = requestHeader(request, 'x-request-id');
    return own !== undefined && sane.test(own) ? own : newId();
  };
}

const endings = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));

/**
 * Request ids in the form of a UUID: 74 random bits of this process, and a counter. Random bits for each request would
 * cost more than the rest of its headers, and an id names a request, it opens nothing.
 */
export function requestIdSequence(randomBytes: RandomBytes): () => string {
  const hex = Buffer.from(randomBytes(10)).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(15), 16) % 4];
  const prefix = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(16, 19)}-`;
  let stems = 0;
  let stem = '';
  let position = endings.length;
  return () => {
    if (position === endings.length) {
      stem = prefix + stems.toString(16).padStart(10, '0');
      stems += 1;
      position = 0;
    }
    const id = stem + endings[position];
    position += 1;
    return id;
  };
}

/**
 * The header set of the `helmet` package, built once instead of per request. Pages that load resources set their own
 * content security policy.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;
