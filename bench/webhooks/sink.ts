import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives webhooks as fast as Node can, and records the times of the first and the last. */
let count = 0;
let firstAt = 0;
let lastAt = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, firstAt, lastAt }));
    if (request.url === '/reset') count = 0;
    return;
  }
  request.resume().on('end', () => {
    lastAt = performance.now();
    if (count++ === 0) firstAt = lastAt;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
