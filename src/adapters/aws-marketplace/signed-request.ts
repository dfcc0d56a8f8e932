import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** Long-lived keys, or the temporary ones of a role. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface UnsignedRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly service: 'aws-marketplace' | 'sts';
  readonly region: string;
}

/** The signing keys of a day, by secret, day, region and service: to derive one takes four times as long as to sign. */
const signingKeys = new Map<string, ArrayBuffer>();
const maxSigningKeys = 1_000;

/** The headers of a POST with its signature (Signature Version 4). The request is sent by the guarded HTTP client. */
export async function signedHeaders(
  { address, headers, body, service, region }: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  if (signingKeys.size >= maxSigningKeys) signingKeys.clear();
  const signer = new AwsV4Signer({
    method: 'POST',
    url: address,
    // Hashed here: the signer would wait for another thread.
    headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    body,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service,
    region,
    cache: signingKeys,
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    // The content type is signed too.
    allHeaders: true,
  });
  const signed = await signer.sign();
  return Object.fromEntries(signed.headers);
}
