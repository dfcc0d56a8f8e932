import type { IncomingMessage } from 'node:http';
import type { RandomBytes } from '../core/ports.ts';
import { requestHeader } from './request-header.ts';

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
