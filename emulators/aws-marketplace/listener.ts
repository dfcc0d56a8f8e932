import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { meetFault } from '../shell/faults.ts';
import type { Feed } from '../shell/feed.ts';
import { createListener, type EmulatorRequest, usualLimitBytes } from '../shell/listener.ts';
import { isObject } from '../shell/read-json.ts';
import type { EmulatorResponse, Reply } from '../shell/response.ts';
import { expiredToken, invalidToken } from './agreements/registration-tokens.ts';
import { controlAws } from './control.ts';
import type { AwsFault } from './faults.ts';
import { type AwsCallEntry, type AwsMarketplace, outcomesOf } from './marketplace.ts';
import { answerOperation, throttled } from './operations.ts';
import { answerForm } from './page/form.ts';
import { awsPage } from './page/page.ts';
import { type AwsCall, failureResponse, findCall, outputResponse, readInput } from './protocol/call.ts';
import { authenticate, claimedAccount, denied, expired, unrecognized } from './protocol/caller.ts';
import type { Failure } from './protocol/failure.ts';

const formPrefix = '/page/';
/** A batch must be smaller. */
const mebibyte = 1024 * 1024;

export function createAwsListener(marketplace: AwsMarketplace, products: Feed): RequestListener {
  const prepare = async () => {
    await products.refresh();
    marketplace.lifecycle.settle();
  };
  return createListener({
    bodyLimitBytes: 2 * mebibyte,
    answer: async (request) => {
      await prepare();
      return answer(request, marketplace);
    },
    control: async (request) => {
      await prepare();
      return controlAws(request, marketplace);
    },
  });
}

async function answer(request: EmulatorRequest, marketplace: AwsMarketplace): Promise<Reply> {
  const { method, path, body, bytes } = request;
  if (path === '/' && method === 'GET') return awsPage(marketplace, { wanted: request.query });
  if (path.startsWith(formPrefix) && method === 'POST') {
    if (bytes.length > usualLimitBytes) return { status: 413 };
    return answerForm(path.slice(formPrefix.length), new URLSearchParams(body), marketplace);
  }
  const requestId = randomUUID();
  const reply = await answerCall(request, requestId, marketplace);
  if (typeof reply === 'string') return reply;
  return { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': requestId } };
}

async function answerCall(
  request: EmulatorRequest,
  requestId: string,
  marketplace: AwsMarketplace,
): Promise<Reply> {
  const { calls, clock, dialect, faults } = marketplace;
  const call = findCall(request);
  const claimed = claimedAccount(request.headers.authorization, marketplace);
  const holds = (record: RecordScope) => call !== undefined && batchHolds(call, request, record);
  const met = faults.next({ ...claimed, operation: call?.operation, holds });
  const log = (status: AwsCallEntry['status'], error?: string, outcomes = '') =>
    calls.add({
      at: clock.now().toISOString(),
      operation: call?.operation ?? 'unknown',
      accountId: claimed.accountId,
      region: claimed.region,
      status,
      error,
      fault: met.map(({ kind }) => kind).join(', ') || undefined,
      outcomes,
    });
  const refuse = (failure: Failure): EmulatorResponse => {
    const response = failureResponse(call, failure, requestId, dialect.get());
    log(response.status, failure.failure);
    return response;
  };

  for (const fault of met) {
    const reply = fault.kind === 'reset-before' ? 'reset' : await meetFault(fault);
    if (reply !== undefined) {
      log(typeof reply === 'string' ? reply : reply.status);
      return reply;
    }
    const failure = failureOf(fault, call);
    if (failure) return refuse(failure);
  }
  if (!call) return refuse({ failure: 'UnknownOperationException', message: 'There is no such operation.' });
  if (request.bytes.length >= mebibyte) {
    return refuse({ failure: 'RequestEntityTooLargeException', message: 'The request is 1 MB or more.' });
  }
  const caller = authenticate(request, call, marketplace);
  if ('failure' in caller) return refuse(caller);
  const input = readInput(call, request);
  if (!input) return refuse({ failure: 'SerializationException', message: 'The request cannot be read.' });

  const faultKind = met.at(-1)?.kind;
  const output = answerOperation(call.operation, input, caller, marketplace, faultKind);
  if ('failure' in output) return refuse(output as Failure);
  const isReset = faultKind === 'reset-after';
  log(isReset ? 'reset' : 200, undefined, outcomesOf(output));
  if (isReset) return 'reset';
  const response = outputResponse(call, output, requestId);
  return faultKind === 'cut' ? cut(response) : response;
}

/** The error of a fault that keeps the call from being carried out. */
function failureOf({ kind, error, region }: AwsFault, call: AwsCall | undefined): Failure | undefined {
  switch (kind) {
    case 'throttled':
      return throttled;
    case 'failing': {
      const isAgreement = call?.operation.endsWith('Agreement') || call?.operation === 'SearchAgreements';
      const failure = isAgreement ? 'InternalServerException' : 'InternalServiceErrorException';
      return { failure, message: 'An internal error has occurred. Retry your request.' };
    }
    case 'disabled':
      return {
        failure: 'DisabledApiException',
        message: `The API is disabled in ${region ?? 'this region'}.`,
      };
    case 'unrecognized-client':
      return unrecognized;
    case 'invalid-signature':
      return { failure: 'InvalidSignatureException', message: 'The request signature does not match.' };
    case 'expired-credentials':
      return expired;
    case 'access-denied':
      return denied('arn:aws:iam::000000000000:user/someone', `${call?.signedFor}:${call?.operation}`);
    case 'invalid-token':
      return invalidToken;
    case 'expired-token':
      return expiredToken;
    case 'refused-batch':
      return { failure: error ?? 'InvalidUsageDimensionException', message: 'The batch is refused.' };
    default:
      return undefined;
  }
}

interface RecordScope {
  readonly licenseArn?: string;
  readonly dimension?: string;
}

function batchHolds(
  call: AwsCall,
  request: EmulatorRequest,
  { licenseArn, dimension }: RecordScope,
): boolean {
  const records = readInput(call, request)?.UsageRecords;
  return (Array.isArray(records) ? records : []).some(
    (record) =>
      isObject(record) &&
      (licenseArn === undefined || record.LicenseArn === licenseArn) &&
      (dimension === undefined || record.Dimension === dimension),
  );
}

/** The first half, with everything carried out. */
function cut({ bytes, text = '', ...others }: EmulatorResponse): EmulatorResponse {
  return bytes
    ? { ...others, bytes: bytes.subarray(0, bytes.length >> 1) }
    : { ...others, text: text.slice(0, text.length >> 1) };
}
