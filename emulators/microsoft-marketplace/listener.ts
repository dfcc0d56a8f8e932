import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { CheckToken } from '../shell/bearer-token.ts';
import { meetFault, retryAfter } from '../shell/faults.ts';
import type { Feed } from '../shell/feed.ts';
import { createListener, type EmulatorRequest } from '../shell/listener.ts';
import type { EmulatorResponse, Reply } from '../shell/response.ts';
import { type MarketplaceCall, outcomesOf } from './call.ts';
import { type Controls, controlMarketplace } from './control.ts';
import { type Failure, failureResponse } from './failure.ts';
import type { MarketplaceFault } from './faults.ts';
import { batchHolds } from './metering/sent-usage.ts';
import { answerOperation, claimedPublisher, findOperation } from './operations.ts';
import { answerForm } from './page/form.ts';
import { marketplacePage } from './page/page.ts';

export interface MarketplaceContext {
  readonly controls: Controls;
  readonly offers: Feed;
  readonly checkToken: CheckToken;
  readonly now: () => Date;
}

const formPrefix = '/page/';
const json = 'application/json; charset=utf-8';

export function createMarketplaceListener(context: MarketplaceContext): RequestListener {
  return createListener({
    answer: async (request) => {
      await context.offers.refresh();
      return answer(request, context);
    },
    control: async (request) => {
      await context.offers.refresh();
      return controlMarketplace(request, context.controls);
    },
  });
}

async function answer(request: EmulatorRequest, context: MarketplaceContext): Promise<Reply> {
  const { method, path, headers, body } = request;
  const { controls, now } = context;
  if (path === '/' && method === 'GET') return marketplacePage(controls, now(), { wanted: request.query });
  if (path.startsWith(formPrefix) && method === 'POST') {
    return answerForm(path.slice(formPrefix.length), new URLSearchParams(body), controls, now());
  }
  const reply = await answerCall(request, context);
  if (typeof reply === 'string') return reply;
  return {
    ...reply,
    headers: {
      ...(reply.text === undefined ? { 'content-type': json } : {}),
      'x-ms-requestid': headers['x-ms-requestid']?.toString() ?? randomUUID(),
      'x-ms-correlationid': headers['x-ms-correlationid']?.toString() ?? randomUUID(),
      ...reply.headers,
    },
  };
}

async function answerCall(request: EmulatorRequest, context: MarketplaceContext): Promise<Reply> {
  const { method, path, headers, body } = request;
  const { controls, checkToken, now } = context;
  const { faults, metering, fulfilment } = controls;
  const { authorization } = headers;
  const operation = findOperation(method, path);
  const publisherId = claimedPublisher(authorization, metering.register);
  const met = faults.next({
    publisherId,
    isBatch: operation === 'batchUsageEvent',
    holds: (event) => batchHolds(body, event),
  });
  const log = (status: MarketplaceCall['status'], outcomes = '') => {
    const fault = met.map(({ kind }) => kind).join(', ') || undefined;
    controls.calls.add({ at: now().toISOString(), method, path, publisherId, status, fault, outcomes });
  };

  for (const fault of met) {
    const early = (await meetFault(fault)) ?? replyInstead(fault);
    if (early === undefined) continue;
    log(typeof early === 'string' ? early : early.status);
    return early;
  }

  const faultKind = met.at(-1)?.kind;
  const query = new Map([...request.query].map(([name, value]) => [name.toLowerCase(), value]));
  const purchaseToken = headers['x-ms-marketplace-token']?.toString();
  const answered = answerOf(
    await answerOperation(
      { operation, method, query, authorization, purchaseToken, body, faultKind },
      { metering, fulfilment, checkToken, random: faults.random, now: now() },
    ),
  );
  const isReset = faultKind === 'reset-after';
  log(isReset ? 'reset' : answered.status, outcomesOf(answered.body));
  if (isReset) return 'reset';
  if (faultKind !== 'cut') return answered;
  const text = JSON.stringify(answered.body ?? '');
  return {
    ...answered,
    text: text.slice(0, text.length >> 1),
    headers: { 'content-type': json, ...answered.headers },
  };
}

/** The reply of a fault that keeps the request from being read. */
function replyInstead(fault: MarketplaceFault): Reply | undefined {
  const { kind } = fault;
  switch (kind) {
    case 'throttled':
      return { ...failureResponse({ failure: kind, subject: '' }), headers: retryAfter(fault) };
    case 'reset-before':
      return 'reset';
    case 'failing':
    case 'unauthenticated':
    case 'forbidden':
      return failureResponse({ failure: kind, subject: '' });
    case 'refused-batch':
      return failureResponse({ failure: 'badArgument', subject: '', target: 'usageEventRequest' });
    default:
      return undefined;
  }
}

function answerOf(result: EmulatorResponse | Failure): EmulatorResponse {
  return 'failure' in result ? failureResponse(result) : result;
}
