import type { RequestListener } from 'node:http';
import { type CheckToken, readBearerToken } from '../shell/bearer-token.ts';
import { meetFault, retryAfter } from '../shell/faults.ts';
import { createListener, type EmulatorRequest } from '../shell/listener.ts';
import type { EmulatorResponse, Reply } from '../shell/response.ts';
import { type Controls, controlGraph } from './control.ts';
import { createRequestContext, type Failure, failureResponse } from './failure.ts';
import { type GraphFault, nextFault } from './faults.ts';
import { answerUsageRights } from './usage-rights.ts';

export interface GraphContext {
  readonly controls: Controls;
  readonly checkToken: CheckToken;
  readonly now: () => Date;
  readonly pageSize: number;
  /** Known once the server has its port. */
  readonly origin: () => string;
}

/** Each of these may list usage rights. */
const sufficientRoles = [
  'User.Read.All',
  'User.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];

export function createGraphListener(context: GraphContext): RequestListener {
  return createListener({
    answer: (request) => answer(request, context),
    control: (request) => controlGraph(request, context.controls),
  });
}

async function answer(request: EmulatorRequest, context: GraphContext): Promise<Reply> {
  const { controls, now } = context;
  controls.requests.count(request.path);
  const fault = nextFault(controls.faults, readBearerToken(request.headers.authorization)?.tenantId);
  const early = fault && (await meetFault(fault));
  if (early) return early;

  const requestContext = createRequestContext(now(), request.headers['client-request-id']?.toString());
  const result = (fault && failureOf(fault)) ?? (await answerAuthorised(request, fault, context));
  const answered = 'failure' in result ? failureResponse(result, requestContext) : result;
  return {
    ...answered,
    headers: {
      'content-type': 'application/json; odata.metadata=minimal; charset=utf-8',
      'request-id': requestContext.requestId,
      'client-request-id': requestContext.clientRequestId,
      ...answered.headers,
      ...(fault?.kind === 'throttled' ? retryAfter(fault) : {}),
    },
  };
}

function failureOf({ kind }: GraphFault): Failure | undefined {
  switch (kind) {
    case 'unauthenticated':
      return { failure: 'invalidToken', subject: '' };
    case 'throttled':
    case 'unavailable':
      return { failure: kind, subject: '' };
    default:
      return undefined;
  }
}

async function answerAuthorised(
  { method, path, query, headers }: EmulatorRequest,
  fault: GraphFault | undefined,
  { checkToken, controls, origin, pageSize }: GraphContext,
): Promise<EmulatorResponse | Failure> {
  const checked = await checkToken(headers.authorization);
  if ('problem' in checked) {
    const failure = checked.problem === 'token' ? 'invalidToken' : 'unavailable';
    return { failure, subject: checked.reason };
  }

  const userId = /^\/beta\/users\/([^/]+)\/usageRights$/.exec(path)?.[1];
  if (userId === undefined) return { failure: 'unknownSegment', subject: path };
  if (method !== 'GET') return { failure: 'wrongMethod', subject: method };

  const { roles } = checked.claims;
  const isConsented = Array.isArray(roles) && sufficientRoles.some((role) => roles.includes(role));
  if (!isConsented || fault?.kind === 'unconsented') return { failure: 'requestDenied', subject: '' };

  return answerUsageRights(
    {
      tenantId: checked.tenantId,
      userId,
      query,
      prefer: headers.prefer?.toString(),
      isEmptied: fault?.kind === 'empty',
    },
    { register: controls.register, origin: origin(), pageSize },
  );
}
