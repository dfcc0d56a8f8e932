import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { EmulatorRequest } from '../../shell/listener.ts';

/** What the `Authorization` header of a signed request says. */
export interface SignedScope {
  readonly accessKeyId: string;
  /** `20261118` */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const credential = '([A-Za-z0-9]{1,128})/(\\d{8})/([a-z0-9-]{1,32})/([a-z0-9-]{1,32})/aws4_request';
const authorizationPattern = new RegExp(
  `^AWS4-HMAC-SHA256 +Credential=${credential}, *SignedHeaders=([a-z0-9;-]{1,2000}), *Signature=([0-9a-f]{64})$`,
);

export function readSignedScope(authorization: string | undefined): SignedScope | undefined {
  const [, accessKeyId, day, region, service, headers, signature] =
    authorizationPattern.exec(authorization ?? '') ?? [];
  if (!accessKeyId || !day || !region || !service || !headers || !signature) return undefined;
  return { accessKeyId, day, region, service, signedHeaders: headers.split(';'), signature };
}

const fiveMinutes = 5 * 60_000;

/** Why the signature is refused; undefined when it is right. */
export function signatureProblem(
  request: EmulatorRequest,
  scope: SignedScope,
  secret: string,
  now: Date,
): string | undefined {
  const { headers, bytes } = request;
  const time = headers['x-amz-date']?.toString() ?? '';
  const signedAt = readTime(time);
  if (!signedAt || !time.startsWith(scope.day))
    return 'The date of the request and of the scope must be the same.';
  const age = now.getTime() - signedAt.getTime();
  if (age > fiveMinutes) {
    return `Signature expired: ${time} is now earlier than ${shown(now.getTime() - fiveMinutes)} (${shown(now.getTime())} - 5 min.)`;
  }
  if (age < -fiveMinutes) {
    return `Signature not yet current: ${time} is still later than ${shown(now.getTime() + fiveMinutes)} (${shown(now.getTime())} + 5 min.)`;
  }
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  const unsigned = mustBeSigned.find((name) => !scope.signedHeaders.includes(name));
  if (unsigned !== undefined) return `'${unsigned}' must be a 'SignedHeader' in the AWS Authorization.`;
  const bodyHash = sha256(bytes);
  const claimedHash = headers['x-amz-content-sha256'];
  if (claimedHash !== undefined && claimedHash !== bodyHash) return mismatch;
  const right = signatureOf(request, scope, secret, time, bodyHash);
  return timingSafeEqual(Buffer.from(right), Buffer.from(scope.signature)) ? undefined : mismatch;
}

const mismatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

/** The signature of Signature Version 4. */
export function signatureOf(
  { method, path, query, headers }: Pick<EmulatorRequest, 'method' | 'path' | 'query' | 'headers'>,
  { day, region, service, signedHeaders }: Omit<SignedScope, 'accessKeyId' | 'signature'>,
  secret: string,
  time: string,
  bodyHash: string,
): string {
  const canonicalHeaders = signedHeaders.map(
    (name) => `${name}:${headers[name]?.toString().trim().replaceAll(/ +/g, ' ') ?? ''}\n`,
  );
  const canonicalQuery = [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonicalPath = path.split('/').map(encoded).join('/');
  const canonical = [
    method,
    canonicalPath,
    canonicalQuery,
    canonicalHeaders.join(''),
    signedHeaders.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`;
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function readTime(time: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function shown(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}
