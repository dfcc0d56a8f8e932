import type { RequestListener } from 'node:http';
import { meetFault, retryAfter } from '../shell/faults.ts';
import { createListener, type EmulatorRequest } from '../shell/listener.ts';
import type { Reply } from '../shell/response.ts';
import { type Controls, controlEntra } from './control.ts';
import { failureResponse, type RequestContext } from './failure.ts';
import { answerRoute, findRoute } from './routes.ts';

export interface EntraContext {
  readonly controls: Controls;
  readonly now: () => Date;
  /** Known once the server has its port. */
  readonly origins: () => { readonly own: string; readonly issuer: string };
}

export function createEntraListener(context: EntraContext): RequestListener {
  return createListener({
    answer: (request) => answer(request, context),
    control: (request) => controlEntra(request, context.controls),
  });
}

async function answer(request: EmulatorRequest, { controls, now, origins }: EntraContext): Promise<Reply> {
  const { method, path, query, headers, body } = request;
  const { register, keys, grants } = controls;
  const route = findRoute(path);
  if (route) controls.requests.count(path);

  const { own, issuer } = origins();
  const clientRequestId = headers['client-request-id']?.toString();
  const context: RequestContext = { origin: own, now: now(), clientRequestId };
  const fault = controls.faults.take();
  if (fault) {
    const reply = await meetFault(fault);
    if (reply) return reply;
    const failure = fault.kind === 'throttled' ? 'throttled' : 'unavailable';
    const headersOfFault = failure === 'throttled' ? retryAfter(fault) : {};
    return { ...failureResponse({ failure, subject: '' }, context), headers: headersOfFault };
  }
  if (!route) return { status: 404 };

  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const result = await answerRoute(
    {
      route,
      method,
      query,
      form: new URLSearchParams(isForm ? body : ''),
      authorization: headers.authorization,
      browserOrigin: headers.origin,
      context,
    },
    { register, keys, grants, issuerOrigin: issuer },
  );
  return 'failure' in result ? failureResponse(result, context) : result;
}
