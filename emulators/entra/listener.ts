import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { answerControl, type Controls } from './control.ts';
import { failureAnswer, type Occasion } from './failure.ts';
import { dropConnection } from './outage.ts';
import { readBody } from './request-body.ts';
import { answerRoute, findRoute } from './routes.ts';

export interface ListenerContext {
  readonly controls: Controls;
  readonly requests: Map<string, number>;
  readonly now: () => Date;
  /** Known only once the server has its port. */
  readonly origins: () => { readonly own: string; readonly issuer: string };
}

const CONTROL_PREFIX = '/_emulator/';
const COUNTED_PATHS = 10_000;

/** Everything between a request and its answer. A fault of ours is a 500, never the end of the process. */
export function createListener(context: ListenerContext): RequestListener {
  return (request, response) => {
    response.on('error', () => response.destroy());
    answer(request, context).then(
      (result) => (result ? send(response, result) : undefined),
      () => (request.complete ? send(response, { status: 500 }) : response.destroy()),
    );
  };
}

/** No answer means that none is to be sent. */
async function answer(request: IncomingMessage, context: ListenerContext): Promise<Answer | undefined> {
  const { controls, requests } = context;
  const method = request.method ?? 'GET';
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);

  if (path.startsWith(CONTROL_PREFIX)) {
    const command = path.slice(CONTROL_PREFIX.length);
    const body = await readBody(request);
    if (body === undefined) return tooLarge;
    return answerControl({ method, command, query: new URLSearchParams(search), body }, controls);
  }

  const route = findRoute(path);
  if (route && (requests.has(path) || requests.size < COUNTED_PATHS)) {
    requests.set(path, (requests.get(path) ?? 0) + 1);
  }

  const origins = context.origins();
  const now = context.now();
  const requestId = request.headers['client-request-id'];
  const occasion: Occasion = { origin: origins.own, now, requestId: requestId?.toString() };
  switch (controls.outage) {
    case 'hang':
      return undefined;
    case 'reset':
      dropConnection(request);
      return undefined;
    case 'unavailable':
    case 'throttled':
      return failureAnswer({ failure: controls.outage, subject: '' }, occasion);
  }
  if (!route) return { status: 404 };

  const body = await readBody(request);
  if (body === undefined) return tooLarge;
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const result = await answerRoute(
    {
      route,
      method,
      query: new URLSearchParams(search),
      form: new URLSearchParams(isForm ? body : ''),
      authorization: request.headers.authorization,
      browserOrigin: request.headers.origin,
      occasion,
    },
    {
      register: controls.register,
      keys: controls.keys,
      grants: controls.grants,
      issuerOrigin: origins.issuer,
    },
  );
  return 'failure' in result ? failureAnswer(result, occasion) : result;
}

const tooLarge: Answer = { status: 413, headers: { connection: 'close' } };

function send(response: ServerResponse, { status, body, text, headers }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const content = text ?? (body === undefined ? '' : JSON.stringify(body));
  const type = text === undefined ? 'application/json' : 'text/html';
  response.writeHead(status, {
    ...(content === '' ? {} : { 'content-type': `${type}; charset=utf-8` }),
    'content-length': Buffer.byteLength(content),
    ...headers,
  });
  response.end(content);
}
