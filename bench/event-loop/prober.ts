import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Requests `/health/live` and one warm entitlement every 20 ms and measures each from the time it was due, so that late
 * sending counts. `/start` begins, `/stop` ends and returns the times.
 */
const [url = '', path = '', ...apiKeys] = process.argv.slice(2);
const millisecondsBetween = 20;
/** Few: requests that wait together are answered in one turn, which would count as a slice of the heavy request. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

let live: number[] = [];
let read: number[] = [];
let timer: NodeJS.Timeout | undefined;
let failure = '';
let underWay = 0;

function call(target: string, headers: Record<string, string>, times: number[], due: number): void {
  underWay += 1;
  const request = get(`${url}${target}`, { agent, headers }, (response) => {
    response.resume().on('end', () => {
      underWay -= 1;
      times.push(performance.now() - due);
      if (response.statusCode !== 200) failure = `${target} answered ${response.statusCode}`;
    });
  });
  request.on('error', (error) => {
    underWay -= 1;
    failure = `${target}: ${error.message}`;
  });
}

function start(): void {
  live = [];
  read = [];
  failure = '';
  let due = performance.now();
  let number = 0;
  timer = setInterval(() => {
    for (; due <= performance.now(); due += millisecondsBetween) {
      call('/health/live', {}, live, due);
      number += 1;
      // The clients take turns, so that none reaches its rate limit.
      call(path, { 'x-api-key': apiKeys[number % apiKeys.length] ?? '' }, read, due);
    }
  }, 1);
}

const server = createServer((request, response) => {
  if (request.url === '/start') {
    start();
    response.end();
    return;
  }
  clearInterval(timer);
  const finish = () => {
    if (underWay > 0) setTimeout(finish, 5);
    else if (failure) response.writeHead(500).end(failure);
    else response.end(JSON.stringify({ live, read }));
  };
  finish();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
