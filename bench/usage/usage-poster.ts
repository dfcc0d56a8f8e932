import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import { Pool } from 'undici';
import { channels, seller } from './channel.ts';
import { meterAt, publisher } from './meters.ts';

/**
 * The bare loop: posts batches of 25 events to the marketplace, four at a time, and reads the responses. Without a token the
 * marketplace is AWS's, and every request is signed. `/?first=0&count=20000` responds when all are sent.
 */
const [, , marketplaceUrl = '', token = ''] = process.argv;
const batchSize = 25;
const together = 4;
const pool = new Pool(marketplaceUrl, { connections: together });

const meters = (first: number) => Array.from({ length: batchSize }, (_, index) => meterAt(first + index));

/** Answers whether every event was accepted. */
type Post = (first: number) => Promise<boolean>;

const postToMicrosoft: Post = async (first) => {
  const request = meters(first).map(({ tenantId, dimension, hour }) => {
    const effectiveStartTime = hour.toISOString();
    return { resourceId: tenantId, planId: publisher.planId, dimension, quantity: 12.5, effectiveStartTime };
  });
  const { body } = await pool.request({
    method: 'POST',
    path: '/api/batchUsageEvent?api-version=2018-08-31',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  const answer = (await body.json()) as { result?: { status: string }[] };
  return answer.result?.every(({ status }) => status === 'Accepted') ?? false;
};

const signingKeys = new Map<string, ArrayBuffer>();

const postToAws: Post = async (first) => {
  const { accessKeyId, secretAccessKey, region, buyerAccountId } = seller;
  const UsageRecords = meters(first).map(({ tenantId, dimension, hour }) => ({
    Timestamp: hour.getTime() / 1_000,
    CustomerAWSAccountId: buyerAccountId,
    LicenseArn: channels.aws.resourceOf(tenantId),
    Dimension: dimension,
    Quantity: 12,
  }));
  const text = JSON.stringify({ UsageRecords });
  const signed = await new AwsV4Signer({
    method: 'POST',
    url: marketplaceUrl,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSMPMeteringService.BatchMeterUsage',
    },
    body: text,
    accessKeyId,
    secretAccessKey,
    service: 'aws-marketplace',
    region,
    cache: signingKeys,
    allHeaders: true,
  }).sign();
  const headers = Object.fromEntries(signed.headers);
  const { body } = await pool.request({ method: 'POST', path: '/', headers, body: text });
  const answer = (await body.json()) as { Results?: { Status: string }[] };
  return answer.Results?.every(({ Status }) => Status === 'Success') ?? false;
};

const post = token === '' ? postToAws : postToMicrosoft;

async function postAll(first: number, count: number): Promise<void> {
  let next = first;
  const loop = async () => {
    while (next < first + count) {
      const current = next;
      next += batchSize;
      if (!(await post(current))) throw new Error('The marketplace has not accepted a batch');
    }
  };
  await Promise.all(Array.from({ length: together }, loop));
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  postAll(Number(searchParams.get('first')), Number(searchParams.get('count'))).then(
    () => response.end('done'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
