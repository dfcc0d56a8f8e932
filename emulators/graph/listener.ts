import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../entra/answer.ts';
import { dropConnection } from '../entra/outage.ts';
import { type BearerTokens, claimedTenant } from './bearer-token.ts';
import type { Behaviour } from './behaviour.ts';
import { answerControl, type Controls } from './control.ts';
import { createOccasion, type Failure, failureAnswer, type Occasion } from './failure.ts';
import { answerUsageRights } from './usage-rights.ts';

export interface ListenerContext {
  readonly controls: Controls;
  readonly requests: Map<string, number>;
  readonly bearerTokens: BearerTokens;
  readonly now: () => Date;
  readonly pageSize: number;
  /** Known only once the server has its port. */
  readonly origin: () => string;
}

/** The text of a page instead of JSON. */
interface WebPage {
  readonly page: string;
}

const CONTROL_PREFIX = '/_emulator/';
const COUNTED_PATHS = 10_000;
const SLOW_MILLISECONDS = 1_000;
/** Each of these may list usage rights. */
const SUFFICIENT_ROLES = [
  'User.Read.All',
  'User.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
const PROXY_PAGE = '<!doctype html><title>Sign in to the network</title>';

/** Everything between a request and its answer. A fault of ours is a 500, never the end of the process. */
export function createListener(context: ListenerContext): RequestListener {
  return (request, response) => {
    response.on('error', () => response.destroy());
    request.resume();
    const occasion = createOccasion(context.now(), request.headers['client-request-id']?.toString());
    answer(request, occasion, context).then(
      (result) => (result ? send(response, result, occasion) : undefined),
      () => send(response, { status: 500 }, occasion),
    );
  };
}

/** No answer means that none is to be sent. */
async function answer(
  request: IncomingMessage,
  occasion: Occasion,
  context: ListenerContext,
): Promise<Answer | WebPage | undefined> {
  const { controls, requests } = context;
  const method = request.method ?? 'GET';
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const query = new URLSearchParams(search);

  if (path.startsWith(CONTROL_PREFIX)) {
    return answerControl({ method, command: path.slice(CONTROL_PREFIX.length), query }, controls);
  }

  if (requests.has(path) || requests.size < COUNTED_PATHS) {
    requests.set(path, (requests.get(path) ?? 0) + 1);
  }

  const { authorization } = request.headers;
  const behaviour = controls.behaviours.next(claimedTenant(authorization));
  await holdBack(behaviour);
  switch (behaviour.kind) {
    case 'hanging':
      return undefined;
    case 'resetting':
      dropConnection(request);
      return undefined;
    case 'garbled':
      return { page: PROXY_PAGE };
    case 'unauthenticated':
      return failureAnswer({ failure: 'invalidToken', subject: '' }, occasion);
    case 'down':
      return failureAnswer({ failure: 'down', subject: '' }, occasion);
    case 'throttled': {
      const refusal = failureAnswer({ failure: 'throttled', subject: '' }, occasion);
      return { ...refusal, headers: { 'retry-after': String(behaviour.retryAfterSeconds ?? 1) } };
    }
  }

  const result = await answerAuthorised({ method, path, query, request, behaviour }, context);
  return 'failure' in result ? failureAnswer(result, occasion) : result;
}

interface ReadRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly behaviour: Behaviour;
}

async function answerAuthorised(read: ReadRequest, context: ListenerContext): Promise<Answer | Failure> {
  const { method, path, query, request, behaviour } = read;
  const caller = await context.bearerTokens.verify(request.headers.authorization);
  if ('failure' in caller) return caller;

  const userId = /^\/beta\/users\/([^/]+)\/usageRights$/.exec(path)?.[1];
  if (userId === undefined) return { failure: 'unknownSegment', subject: path };
  if (method !== 'GET') return { failure: 'wrongMethod', subject: method };

  const isConsented = SUFFICIENT_ROLES.some((role) => caller.roles.includes(role));
  if (!isConsented || behaviour.kind === 'unconsented') return { failure: 'requestDenied', subject: '' };

  return answerUsageRights(
    {
      tenantId: caller.tenantId,
      userId,
      query,
      prefer: request.headers.prefer?.toString(),
      isEmptied: behaviour.kind === 'empty',
    },
    { register: context.controls.register, origin: context.origin(), pageSize: context.pageSize },
  );
}

async function holdBack({ kind, delayMilliseconds }: Behaviour): Promise<void> {
  const milliseconds = delayMilliseconds ?? (kind === 'slow' ? SLOW_MILLISECONDS : 0);
  if (milliseconds > 0) await pause(milliseconds, undefined, { ref: false });
}

function send(response: ServerResponse, answered: Answer | WebPage, occasion: Occasion): void {
  if (response.destroyed || response.headersSent) return;
  const isPage = 'page' in answered;
  const text = isPage ? answered.page : answered.body === undefined ? '' : JSON.stringify(answered.body);
  response.writeHead(isPage ? 200 : answered.status, {
    'content-type': isPage ? 'text/html' : 'application/json; odata.metadata=minimal; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'request-id': occasion.requestId,
    'client-request-id': occasion.clientRequestId,
    ...(isPage ? {} : answered.headers),
  });
  response.end(text);
}
