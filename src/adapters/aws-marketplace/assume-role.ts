import type { Failure } from '../outgoing/failure.ts';
import { failure } from '../outgoing/failure.ts';
import { type HttpContext, type HttpResponse, sendRequest } from '../outgoing/http-call.ts';
import { membersOf, textOf } from './error-code.ts';
import { type AwsKeys, signedHeaders } from './signed-request.ts';

export interface AssumedRole {
  readonly outcome: 'assumed';
  readonly keys: AwsKeys;
  readonly endsAt: Date;
}

interface RoleRequest {
  /** The address of the Security Token Service. */
  readonly address: string;
  readonly region: string;
  readonly roleArn: string;
  readonly externalId: string;
}

const service = 'AWS';
const limitBytes = 256 * 1024;
const lifetimeSeconds = 3_600;

/** Temporary keys of the seller's role. */
export async function assumeRole(
  { address, region, roleArn, externalId }: RoleRequest,
  keys: AwsKeys,
  context: HttpContext,
  signal: AbortSignal,
): Promise<AssumedRole | Failure> {
  const now = context.clock.now();
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'tessera',
    ExternalId: externalId,
    DurationSeconds: String(lifetimeSeconds),
  }).toString();
  const unsigned = {
    address,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body,
    service: 'sts',
    region,
  } as const;
  const headers = await signedHeaders(unsigned, keys, now);
  const answer = await sendRequest(
    { service, address, method: 'POST', headers, body, limitBytes },
    context,
    signal,
  );
  return answer.outcome === 'failure' ? answer : readAssumedRole(answer, now);
}

/** The service answers in XML, or in JSON where that is accepted. */
function readAssumedRole(
  { status, text, body }: Pick<HttpResponse, 'status' | 'text' | 'body'>,
  now: Date,
): AssumedRole | Failure {
  const result = membersOf(membersOf(membersOf(body)?.AssumeRoleResponse)?.AssumeRoleResult);
  const credentials = membersOf(result?.Credentials);
  const error = membersOf(membersOf(body)?.Error);
  const textNamed = (name: string) => textOf(credentials?.[name] ?? error?.[name]) || elementOf(text, name);
  if (status !== 200) {
    const code = textNamed('Code');
    const shown = /^[A-Za-z.]{1,64}$/.test(code) ? `: ${code}` : '';
    const isThrottled = /^(Throttl|RequestLimitExceeded|ServiceUnavailable)/.test(code);
    const isConfiguration = shown !== '' && !isThrottled;
    return failure(`${service} answered ${status} to AssumeRole${shown}.`, { isConfiguration });
  }
  const keys = {
    accessKeyId: textNamed('AccessKeyId'),
    secretAccessKey: textNamed('SecretAccessKey'),
    sessionToken: textNamed('SessionToken'),
  };
  if (!Object.values(keys).every((value) => /^[\x21-\x7e]{1,16384}$/.test(value))) {
    return failure(`${service} answered AssumeRole without credentials.`);
  }
  return {
    outcome: 'assumed',
    keys,
    endsAt: readEnd(credentials?.Expiration ?? textNamed('Expiration'), now),
  };
}

/** Seconds in JSON, a timestamp in XML. */
function readEnd(written: unknown, now: Date): Date {
  const time = typeof written === 'number' ? written * 1_000 : Date.parse(textOf(written));
  const latest = now.getTime() + lifetimeSeconds * 1_000;
  return new Date(Number.isNaN(time) ? latest : Math.min(time, latest));
}

function elementOf(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? '';
}
