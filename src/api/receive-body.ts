import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { refuse, refuseInvalid } from '../core/refusal.ts';
import { asError } from './problem.ts';

/** Maximum size of a request body as sent, compressed or not. */
export const bodyLimitBytes = 1024 * 1024;
/** Maximum size of an inflated body. */
export const inflatedLimitBytes = 10 * bodyLimitBytes;

type Received = (failure: Error | null, body?: Buffer) => void;

/** Reads a whole body, inflates gzip, and enforces both limits. */
export function receiveBody(request: FastifyRequest, payload: Readable, receive: Received): void {
  const done: Received = (failure, body) => {
    if (failure === incomplete) request.log.debug('the caller disconnected before the body was complete');
    receive(failure, body);
  };
  const { sent, inflated } = limitsOf(request);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // The caller may have disconnected during an await; no event would follow.
  if (payload.destroyed) {
    done(incomplete);
  } else if (encoding === 'identity') {
    if (Number(request.headers['content-length']) > sent) done(tooLarge(sent));
    else collect(payload, sent, done);
  } else if (encoding === 'gzip' || encoding === 'x-gzip') {
    inflate(payload, { sent, inflated }, done);
  } else {
    done(asError(refuse('request.unsupported_media_type')));
  }
}

interface BodyLimits {
  readonly sent: number;
  readonly inflated: number;
}

/** A route's smaller limit applies to inflated bodies too. */
function limitsOf({ routeOptions: { bodyLimit = bodyLimitBytes } }: FastifyRequest): BodyLimits {
  return { sent: bodyLimit, inflated: bodyLimit < bodyLimitBytes ? bodyLimit : inflatedLimitBytes };
}

function inflate(payload: Readable, limits: BodyLimits, done: Received): void {
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
    if (sent > limits.sent) finish(tooLarge(limits.sent));
  });
  payload.once('error', () => finish(incomplete));
  gunzip.on('error', () => finish(notGzip));
  collect(payload.pipe(gunzip), limits.inflated, finish);
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
