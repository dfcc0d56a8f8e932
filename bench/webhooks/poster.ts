import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { postsOfOneEndpoint, webhookData, webhookPaths } from './bodies.ts';

/** The bare loop: signs and posts, and stores nothing. Responds when the requested number is posted. */
const [sinkUrl = ''] = process.argv.slice(2);
const pool = new Pool(sinkUrl, { connections: webhookPaths.length * postsOfOneEndpoint });
const key = randomBytes(32);

async function postOne(index: number, path: string): Promise<void> {
  const body = JSON.stringify({
    type: 'entitlement.changed',
    timestamp: new Date().toISOString(),
    data: webhookData(index),
  });
  const id = `0198f6a2-6c1e-7d70-9a53-${index.toString(16).padStart(12, '0')}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await pool.request({
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`The sink answered ${answer.statusCode}`);
}

async function postAll(count: number): Promise<void> {
  let next = 0;
  const loops = webhookPaths.flatMap((path) =>
    Array.from({ length: postsOfOneEndpoint }, async () => {
      while (next < count) await postOne(next++, path);
    }),
  );
  await Promise.all(loops);
}

const server = createServer((request, response) => {
  postAll(Number(request.url?.slice(1))).then(
    () => response.end(),
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
