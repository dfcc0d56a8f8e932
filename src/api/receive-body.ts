import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { bodyCost } from '../core/clients/rate-limit.ts';
import { refuse, refuseInvalid } from '../core/refusal.ts';
import { asError } from './problem.ts';

/** Maximum size of a request body, as sent and inflated, unless its route has another limit. */
export const bodyLimitBytes = 1024 * 1024;

type Received = (failure: Error | null, body?: Buffer) => void;

/** Reads a whole body, inflates gzip, enforces the route's limit, and charges the caller for a large body. */
export function receiveBody(request: FastifyRequest, payload: Readable, receive: Received): void {
  const done: Received = (failure, body) => {
    if (failure === incomplete) request.log.debug('the caller disconnected before the body was complete');
    if (body) chargeBody(request, body, receive);
    else receive(failure);
  };
  const limit = request.routeOptions.bodyLimit ?? bodyLimitBytes;
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // The caller may have disconnected during an await; no event would follow.
  if (payload.destroyed) {
    done(incomplete);
  } else if (encoding === 'identity') {
    if (Number(request.headers['content-length']) > limit) done(tooLarge(limit));
    else collect(payload, limit, done);
  } else if (encoding === 'gzip' || encoding === 'x-gzip') {
    inflate(payload, limit, done);
  } else {
    done(asError(refuse('request.unsupported_media_type')));
  }
}

/** The request itself is counted before its body is read. */
function chargeBody({ charge }: FastifyRequest, body: Buffer, receive: Received): void {
  const more = bodyCost(body.length) - 1;
  if (more === 0 || charge === null) receive(null, body);
  else charge(more).then((refusal) => (refusal ? receive(asError(refusal)) : receive(null, body)), receive);
}

function inflate(payload: Readable, limit: number, done: Received): void {
  const gunzip = createGunzip();
  let isOver = false;
  const finish: Received = (failure, body) => {
    if (isOver) return;
    isOver = true;
    if (failure) {
      payload.unpipe(gunzip).resume();
      gunzip.destroy();
    }
    done(failure, body);
  };
  let sent = 0;
  payload.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > limit) finish(tooLarge(limit));
  });
  payload.once('error', () => finish(incomplete));
  gunzip.on('error', () => finish(notGzip));
  collect(payload.pipe(gunzip), limit, finish);
}

const wrong = (rule: string, message: string) => asError(refuseInvalid([{ path: '', rule, message }]));
const incomplete = wrong('body', 'The body ended before it was complete');
const notGzip = wrong('gzip', 'The body is not valid gzip');

function collect(stream: Readable, limit: number, done: Received): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk);
    if (length > limit) finish(tooLarge(limit));
  };
  const end = () => finish(null);
  const fail = () => finish(incomplete);
  const finish = (failure: Error | null) => {
    stream.off('data', take).off('end', end).off('error', fail);
    if (failure) done(failure);
    else done(null, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
  };
  stream.on('data', take).once('end', end).once('error', fail);
}

function tooLarge(limitBytes: number): Error {
  return asError(refuse('request.too_large', { limitBytes }));
}
