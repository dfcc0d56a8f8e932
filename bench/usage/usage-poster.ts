import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { meterAt, publisher } from './meters.ts';

/**
 * The bare loop: posts batches of 25 events to the marketplace, four at a time, and reads the responses.
 * `/?first=0&count=20000` responds when all are sent.
 */
const [, , marketplaceUrl = '', token = ''] = process.argv;
const batchSize = 25;
const together = 4;
const pool = new Pool(marketplaceUrl, { connections: together });

async function post(first: number): Promise<void> {
  const request = Array.from({ length: batchSize }, (_, index) => {
    const { tenantId, dimension, hour } = meterAt(first + index);
    const effectiveStartTime = hour.toISOString();
    return { resourceId: tenantId, planId: publisher.planId, dimension, quantity: 12.5, effectiveStartTime };
  });
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/batchUsageEvent?api-version=2018-08-31',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
  });
  const answer = (await body.json()) as { result?: { status: string }[] };
  const isGood = answer.result?.every(({ status }) => status === 'Accepted') ?? false;
  if (statusCode !== 200 || !isGood) throw new Error(`The marketplace answered ${statusCode}`);
}

async function postAll(first: number, count: number): Promise<void> {
  let next = first;
  const loop = async () => {
    while (next < first + count) {
      const current = next;
      next += batchSize;
      await post(current);
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
