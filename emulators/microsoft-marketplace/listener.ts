import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../entra/answer.ts';
import { dropConnection } from '../entra/outage.ts';
import { readBody } from '../entra/request-body.ts';
import { pagePolicy } from '../entra/web-page.ts';
import type { BearerTokens } from './bearer-token.ts';
import { type Call, outcomesOf } from './call-log.ts';
import { answerControl, type Controls } from './control.ts';
import { type Failure, failureAnswer } from './failure.ts';
import type { Fault } from './fault.ts';
import { batchHolds } from './metering/sent-usage.ts';
import { answerOperation, claimedPublisher, findOperation } from './operations.ts';
import { answerForm } from './page/form.ts';
import { renderPage } from './page/page.ts';

export interface ListenerContext {
  readonly controls: Controls;
  readonly bearerTokens: BearerTokens;
  readonly now: () => Date;
}

type Reply = Answer | 'reset' | 'none';

const controlPrefix = '/_emulator/';
const formPrefix = '/page/';
const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';
const proxyPage = '<!doctype html><title>Sign in to the network</title>';

/** Everything between a request and its answer. A fault of ours is a 500, never the end of the process. */
export function createListener(context: ListenerContext): RequestListener {
  return (request, response) => {
    response.on('error', () => response.destroy());
    answer(request, context).then(
      (reply) => deliver(request, response, reply),
      () => (request.complete ? deliver(request, response, { status: 500 }) : response.destroy()),
    );
  };
}

async function answer(request: IncomingMessage, context: ListenerContext): Promise<Reply> {
  const { controls } = context;
  const method = request.method ?? 'GET';
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const body = await readBody(request);
  if (body === undefined) return { ...failureAnswer({ failure: 'tooLarge', subject: '' }), headers: closing };

  if (path === '/' && method === 'GET') {
    return { status: 200, text: renderPage(controls, context.now()) };
  }
  if (path.startsWith(formPrefix) && method === 'POST') {
    const form = new URLSearchParams(body);
    return answerForm(path.slice(formPrefix.length), form, controls, context.now());
  }
  if (path.startsWith(controlPrefix)) {
    const command = path.slice(controlPrefix.length);
    return answerControl({ method, command, query: new URLSearchParams(search), body }, controls);
  }
  const { authorization } = request.headers;
  const purchaseToken = request.headers['x-ms-marketplace-token']?.toString();
  return answerCall({ method, path, search, body, authorization, purchaseToken }, context);
}

const closing = { connection: 'close' };

interface ReadCall {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly purchaseToken: string | undefined;
}

async function answerCall(call: ReadCall, { controls, bearerTokens, now }: ListenerContext): Promise<Reply> {
  const { method, path, authorization, purchaseToken, body } = call;
  const { faults, metering, fulfilment } = controls;
  const operation = findOperation(method, path);
  const publisherId = claimedPublisher(authorization, metering.register);
  const { delayMilliseconds, fault } = faults.next({
    publisherId,
    isBatch: operation === 'batchUsageEvent',
    holds: (event) => batchHolds(body, event),
  });
  const log = (status: Call['status'], outcomes = '') => {
    const kinds = [...(delayMilliseconds > 0 ? ['delay'] : []), ...(fault ? [fault.kind] : [])].join(', ');
    const at = now().toISOString();
    controls.calls.add({ at, method, path, publisherId, status, fault: kinds || undefined, outcomes });
  };

  if (delayMilliseconds > 0) await pause(delayMilliseconds, undefined, { ref: false });
  const early = fault && replyInstead(fault);
  if (early) {
    log(typeof early === 'string' ? early : early.status);
    return early;
  }

  const query = new Map(
    [...new URLSearchParams(call.search)].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const answered = answerOf(
    await answerOperation(
      { operation, method, query, authorization, purchaseToken, body, faultKind: fault?.kind },
      { metering, fulfilment, bearerTokens, random: faults.random, now: now() },
    ),
  );
  const isReset = fault?.kind === 'reset-after';
  log(isReset ? 'reset' : answered.status, outcomesOf(answered.body));
  if (isReset) return 'reset';
  if (fault?.kind !== 'cut') return answered;
  const text = JSON.stringify(answered.body ?? '');
  return {
    ...answered,
    text: text.slice(0, text.length >> 1),
    headers: { 'content-type': json, ...answered.headers },
  };
}

/** What is answered without anybody having looked at the request. */
function replyInstead({ kind, retryAfterSeconds = 1 }: Fault): Reply | undefined {
  switch (kind) {
    case 'throttled': {
      const headers = { 'retry-after': String(retryAfterSeconds) };
      return { ...failureAnswer({ failure: kind, subject: '' }), headers };
    }
    case 'failing':
    case 'unauthenticated':
    case 'forbidden':
      return failureAnswer({ failure: kind, subject: '' });
    case 'refused-batch':
      return failureAnswer({ failure: 'badArgument', subject: '', target: 'usageEventRequest' });
    case 'proxy-page':
      return { status: 200, text: proxyPage };
    case 'hanging':
      return 'none';
    case 'reset-before':
      return 'reset';
    default:
      return undefined;
  }
}

function answerOf(result: Answer | Failure): Answer {
  return 'failure' in result ? failureAnswer(result) : result;
}

function deliver(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === 'reset') dropConnection(request);
  if (typeof reply === 'string' || response.destroyed || response.headersSent) return;
  const text = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  response.writeHead(reply.status, {
    'content-type': reply.text === undefined ? json : html,
    'content-length': Buffer.byteLength(text),
    'content-security-policy': pagePolicy,
    'x-ms-requestid': request.headers['x-ms-requestid']?.toString() ?? randomUUID(),
    'x-ms-correlationid': request.headers['x-ms-correlationid']?.toString() ?? randomUUID(),
    ...reply.headers,
  });
  response.end(text);
}
