import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseInThread } from '../../catalogue-file/yaml-threads.ts';
import { bodyCost } from '../../core/clients/rate-limit.ts';
import { isRefusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import {
  type ExactJson,
  maxLongNumbers,
  putInexactNumbers,
  takeInexactNumbers,
} from '../../core/values/exact-numbers.ts';
import { type JsonBounds, jsonExcess } from '../../core/values/json-scan.ts';
import { unstorableText } from '../../core/values/text.ts';
import { BodyInMemory } from './bodies-in-memory.ts';
import { asError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route refuses list items one by one, so text that cannot be stored is left to it. */
    readonly refusesItems?: boolean;
    /** Numbers that a double cannot represent become `WrittenNumber`. */
    readonly exactNumbers?: boolean;
    /** The route of a workspace takes a file of megabytes, so a large body is parsed in a thread. */
    readonly takesFile?: boolean;
  }
}

type Parsed = (failure: Error | null, body?: unknown) => void;

/** Only escapes can bring NUL or half of a surrogate pair into JSON. */
const suspiciousEscape = /\\u(?:0000|d[89a-f])/i;

/** A larger body with a file is parsed in a thread: starting one costs more than parsing a smaller body. */
const threadBytes = 256 * 1024;

/** A body of 100 usage records has about a thousand values. More would block the event loop while they are parsed. */
const bounds: JsonBounds = { maxValues: 20_000, maxLevels: 1_000 };
const noNumbers: ExactJson['numbers'] = new Map();
const refusals = {
  numbers: refuseInvalid([
    {
      path: '',
      rule: 'numbers',
      message: `The body must not have more than ${maxLongNumbers} numbers with an exponent or more than 15 digits`,
    },
  ]),
  values: refuseInvalid([
    { path: '', rule: 'values', message: `The body must not have more than ${bounds.maxValues} values` },
  ]),
  levels: refuseInvalid([
    {
      path: '',
      rule: 'depth',
      message: `The body must not be nested deeper than ${bounds.maxLevels} levels`,
    },
  ]),
};

export function readJson(app: FastifyInstance, contentType: string): void {
  const parseSafely = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(contentType, (request, payload, done: Parsed) => {
    const { config } = request.routeOptions;
    receiveBody(request, payload, (failure, received) => {
      if (!received) return done(failure);
      if (config.takesFile && received.length > threadBytes) return parseFile(request, received, done);
      const text = received.toString();
      const excess = jsonExcess(text, bounds);
      if (excess) return done(asError(refusals[excess]));
      const json = config.exactNumbers ? takeInexactNumbers(text) : { text, numbers: noNumbers };
      if (!json) return done(asError(refusals.numbers));
      parseSafely(request, json.text, (error, body) => {
        if (error) return done(error);
        const issues = suspiciousEscape.test(text) && !config.refusesItems ? unstorableText(body) : [];
        if (issues.length > 0) done(asError(refuseInvalid(issues)));
        else done(null, putInexactNumbers(body, json));
      });
    });
  });
}

function parseFile(request: FastifyRequest, received: Buffer, done: Parsed): void {
  const { workspaceId } = request.params as { readonly workspaceId: string };
  parseInThread(received, workspaceId).then((body) => {
    if (isRefusal(body)) return done(asError(body));
    const issues = unstorableText(body);
    if (issues.length > 0) done(asError(refuseInvalid(issues)));
    else done(null, body);
  }, done);
}

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
  const memory = new BodyInMemory(ownerOf(request));
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // The caller may have disconnected during an await; no event would follow.
  if (payload.destroyed) {
    done(incomplete);
  } else if (encoding === 'identity') {
    if (Number(request.headers['content-length']) > limit) done(tooLarge(limit));
    else collect(payload, limit, memory, done);
  } else if (encoding === 'gzip' || encoding === 'x-gzip') {
    inflate(payload, limit, memory, done);
  } else {
    done(asError(refuse('request.unsupported_media_type')));
  }
}

/** Whose bodies share a ceiling. */
function ownerOf({ caller, params, ip }: FastifyRequest): string {
  const { workspaceId } = (params ?? {}) as { readonly workspaceId?: string };
  return caller?.client.workspaceId ?? workspaceId ?? ip;
}

/** The request itself is counted before its body is read. */
function chargeBody({ charge }: FastifyRequest, body: Buffer, receive: Received): void {
  const more = bodyCost(body.length) - 1;
  if (more === 0 || charge === null) receive(null, body);
  else charge(more).then((refusal) => (refusal ? receive(asError(refusal)) : receive(null, body)), receive);
}

function inflate(payload: Readable, limit: number, memory: BodyInMemory, done: Received): void {
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
  collect(payload.pipe(gunzip), limit, memory, finish);
}

const wrong = (rule: string, message: string) => asError(refuseInvalid([{ path: '', rule, message }]));
const incomplete = wrong('body', 'The body ended before it was complete');
const notGzip = wrong('gzip', 'The body is not valid gzip');

const noRoom = asError(refuse('service.unavailable'));

function collect(stream: Readable, limit: number, memory: BodyInMemory, done: Received): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk);
    if (length > limit) finish(tooLarge(limit));
    else if (!memory.grow(chunk.length)) finish(noRoom);
  };
  const end = () => finish(null);
  const fail = () => finish(incomplete);
  const finish = (failure: Error | null) => {
    stream.off('data', take).off('end', end).off('error', fail);
    memory.release();
    if (failure) chunks.length = 0;
    if (failure) done(failure);
    else done(null, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
  };
  stream.on('data', take).once('end', end).once('error', fail);
  // Of a stream that is destroyed without an error.
  stream.once('close', () => memory.release());
}

function tooLarge(limitBytes: number): Error {
  return asError(refuse('request.too_large', { limitBytes }));
}
