import type { EmulatorRequest } from '../../shell/listener.ts';
import { escaped } from '../../shell/page/web-page.ts';
import { isObject, type Members, parseObject } from '../../shell/read-json.ts';
import type { EmulatorResponse } from '../../shell/response.ts';
import type { AwsDialect } from '../dialect.ts';
import { decodeCbor, encodeCbor } from './cbor.ts';
import { type Failure, qualified, statusOf } from './failure.ts';

export type Operation =
  | 'ResolveCustomer'
  | 'BatchMeterUsage'
  | 'GetEntitlements'
  | 'DescribeAgreement'
  | 'SearchAgreements'
  | 'AssumeRole'
  | 'GetCallerIdentity';

interface Service {
  readonly target: string;
  readonly namespace: string;
  readonly version: '1.0' | '1.1';
  /** The only region that has it; undefined when every region has. */
  readonly region: string | undefined;
  readonly operations: readonly Operation[];
}

const services: readonly Service[] = [
  {
    target: 'AWSMPMeteringService',
    namespace: 'com.amazonaws.marketplacemetering',
    version: '1.1',
    region: undefined,
    operations: ['ResolveCustomer', 'BatchMeterUsage'],
  },
  {
    target: 'AWSMPEntitlementService',
    namespace: 'com.amazonaws.marketplaceentitlementservice',
    version: '1.1',
    region: 'us-east-1',
    operations: ['GetEntitlements'],
  },
  {
    target: 'AWSMPCommerceService_v20200301',
    namespace: 'com.amazonaws.marketplaceagreement',
    version: '1.0',
    region: 'us-east-1',
    operations: ['DescribeAgreement', 'SearchAgreements'],
  },
];

/** A call to one of the services, as its protocol spells it. */
export interface AwsCall {
  readonly operation: Operation;
  readonly protocol: 'json' | 'cbor' | 'query';
  /** The service's name in the scope of a signature. */
  readonly signedFor: 'aws-marketplace' | 'sts';
  readonly region: string | undefined;
  readonly namespace: string;
  readonly contentType: string;
}

/** The call of a request; undefined when there is no such operation. */
export function findCall({ method, path, headers, body }: EmulatorRequest): AwsCall | undefined {
  if (method !== 'POST') return undefined;
  const [, service = '', operation = ''] = /^\/service\/([^/]+)\/operation\/([^/]+)$/.exec(path) ?? [];
  if (service !== '') return named(service, operation, 'cbor');
  if (path !== '/') return undefined;
  const target = headers['x-amz-target']?.toString();
  if (target !== undefined) {
    const [prefix = '', name = ''] = target.split('.', 2);
    return named(prefix, name, 'json');
  }
  const action = new URLSearchParams(body).get('Action');
  if (action !== 'AssumeRole' && action !== 'GetCallerIdentity') return undefined;
  return {
    operation: action,
    protocol: 'query',
    signedFor: 'sts',
    region: undefined,
    namespace: '',
    contentType: 'text/xml',
  };
}

function named(target: string, name: string, protocol: 'json' | 'cbor'): AwsCall | undefined {
  const service = services.find((one) => one.target === target);
  const operation = service?.operations.find((one) => one === name);
  if (!service || !operation) return undefined;
  const { region, namespace, version } = service;
  const contentType = protocol === 'cbor' ? 'application/cbor' : `application/x-amz-json-${version}`;
  return { operation, protocol, signedFor: 'aws-marketplace', region, namespace, contentType };
}

/** The input of a call; undefined when it cannot be read. */
export function readInput({ protocol }: AwsCall, { body, bytes }: EmulatorRequest): Members | undefined {
  if (protocol === 'json') return parseObject(body);
  if (protocol === 'query') return Object.fromEntries(new URLSearchParams(body));
  try {
    const value = decodeCbor(bytes);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An answer in the call's protocol. */
export function outputResponse(call: AwsCall, output: object, requestId: string): EmulatorResponse {
  const headers = { 'content-type': call.contentType, ...protocolHeader(call) };
  if (call.protocol === 'cbor') return { status: 200, bytes: encodeCbor(output), headers };
  if (call.protocol === 'json') return { status: 200, text: JSON.stringify(withSeconds(output)), headers };
  const name = call.operation;
  const text = `<${name}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${name}Result>${xmlOf(output)}</${name}Result><ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${name}Response>`;
  return { status: 200, text, headers };
}

/** STS has other names for some. */
const stsCodes: Partial<Record<Failure['failure'], string>> = {
  UnrecognizedClientException: 'InvalidClientTokenId',
  InvalidSignatureException: 'SignatureDoesNotMatch',
  ValidationException: 'ValidationError',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
};

export function failureResponse(
  call: AwsCall | undefined,
  { failure, message }: Failure,
  requestId: string,
  { errorType }: AwsDialect,
): EmulatorResponse {
  const status = statusOf(failure);
  if (call?.protocol === 'query') {
    const code = stsCodes[failure] ?? failure.replace(/Exception$/, '');
    const text = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    const isForbidden =
      status === 400 && failure !== 'ValidationException' && failure !== 'ThrottlingException';
    return { status: isForbidden ? 403 : status, text, headers: { 'content-type': 'text/xml' } };
  }
  const body = { __type: qualified(failure, call?.namespace ?? ''), message };
  if (call?.protocol === 'cbor') {
    const headers = { 'content-type': call.contentType, ...protocolHeader(call) };
    return { status, bytes: encodeCbor(body), headers };
  }
  const isInHeader = errorType === 'header-and-body' || errorType === 'decorated';
  const header = errorType === 'decorated' ? `${failure}:http://internal.amazon.com/coral/` : failure;
  return {
    status,
    text: JSON.stringify(errorType === 'code-only' ? { code: failure, message } : body),
    headers: {
      'content-type': call?.contentType ?? 'application/x-amz-json-1.1',
      ...(isInHeader ? { 'x-amzn-errortype': header } : {}),
    },
  };
}

const protocolHeader = ({ protocol }: AwsCall) =>
  protocol === 'cbor' ? { 'smithy-protocol': 'rpc-v2-cbor' } : {};

/** Times are seconds in JSON. */
function withSeconds(value: unknown): unknown {
  if (value instanceof Date) return value.getTime() / 1000;
  if (Array.isArray(value)) return value.map(withSeconds);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSeconds(member)]));
}

function xmlOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (!isObject(value)) return escaped(String(value));
  return Object.entries(value)
    .map(([name, member]) => `<${name}>${xmlOf(member)}</${name}>`)
    .join('');
}
