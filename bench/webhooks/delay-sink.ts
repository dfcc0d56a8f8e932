import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Receives webhooks and records the delay of each after its event. `/hang` never responds, `/fail` always fails;
 * neither counts. `GET /` returns the delays since the last call in milliseconds.
 */
let delays: number[] = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(delays));
    delays = [];
    return;
  }
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    if (request.url === '/hang') return;
    if (request.url === '/fail') {
      response.writeHead(500).end();
      return;
    }
    const { timestamp } = JSON.parse(text) as { timestamp: string };
    delays.push(Date.now() - Date.parse(timestamp));
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
