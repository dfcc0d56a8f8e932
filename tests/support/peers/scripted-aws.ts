import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createNodeKeys } from '../../../src/adapters/aws-marketplace/node-keys.ts';
import { createExchanges, partnerAgent } from '../../../src/adapters/outgoing/exchange.ts';
import type { SellerAccount } from '../../../src/core/marketplace/connections/kinds.ts';

export interface AwsCall {
  /** `ResolveCustomer`…, or `AssumeRole`. */
  readonly operation: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the members of a form. */
  readonly body: Record<string, unknown>;
  readonly accessKeyId: string;
  /** Of the signature. */
  readonly region: string;
  readonly service: string;
}

export interface AwsAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A server on loopback that verifies signatures and answers as the test says. */
export async function startScriptedAws(now: () => Date) {
  const secrets = new Map([['AKIASELLER', 'the-secret']]);
  const calls: AwsCall[] = [];
  let answer: (call: AwsCall) => AwsAnswer = () => ({ body: {} });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const signed = verify(text, headers, secrets, now());
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
      const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
      const operation = isForm ? String(body.Action) : (headers['x-amz-target']?.split('.').at(-1) ?? '');
      const reply = signed
        ? answer(record({ operation, headers, body, ...signed }))
        : { status: 400, body: { __type: 'InvalidSignatureException', message: 'wrong signature' } };
      response.writeHead(reply.status ?? 200, { 'x-amzn-requestid': requestId, ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  const record = (call: AwsCall) => {
    calls.push(call);
    return call;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: true }));
  const { port } = server.address() as AddressInfo;
  const account = {
    kind: 'Aws',
    source: { workspaceId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7', sourceName: 'AWS' },
    region: 'eu-central-1',
    credential: { accessKeyId: 'AKIASELLER', secretAccessKey: 'the-secret' },
    role: null,
    endpointUrl: `http://127.0.0.1:${port}`,
  } as const satisfies SellerAccount;
  return {
    account,
    calls,
    secrets,
    exchange: exchanges.exchange,
    nodeKeys: createNodeKeys({ now }, 'all'),
    answers(next: typeof answer) {
      calls.length = 0;
      answer = next;
    },
    async stop() {
      exchanges.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const requestId = '7b1f6c7e-0000-4000-8000-000000000001';

/** The signer of a request; undefined if the signature is wrong or older than 15 minutes. */
function verify(
  body: string,
  headers: Readonly<Record<string, string>>,
  secrets: ReadonlyMap<string, string>,
  now: Date,
) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId = '', day = '', region = '', service = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? [];
  const secret = secrets.get(accessKeyId);
  const time = headers['x-amz-date'] ?? '';
  const written = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (secret === undefined || !(Math.abs(written - now.getTime()) <= 15 * 60_000)) return undefined;
  for (const required of ['host', 'x-amz-date', 'content-type']) {
    if (!names.split(';').includes(required)) return undefined;
  }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const lines = names.split(';').map((name) => `${name}:${(headers[name] ?? '').replace(/\s+/g, ' ')}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secret}`);
  const expected = sign(key, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex');
  return expected === signature ? { accessKeyId, region, service } : undefined;
}
