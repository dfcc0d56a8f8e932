import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../../../tests/support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

/** Sends raw bytes, and reads until the service closes the connection. */
function send(text: string): Promise<string> {
  const { hostname, port } = new URL(world.service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const close = 'Host: localhost\r\nConnection: close\r\n';

it.each<[string, string, number, string]>([
  ['an unknown method', `FETCH / HTTP/1.1\r\n${close}\r\n`, 400, 'request.validation_failed'],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'request.validation_failed'],
  ['a header without a name', `GET / HTTP/1.1\r\n: x\r\n${close}\r\n`, 400, 'request.validation_failed'],
  [
    'NUL in a header',
    `GET / HTTP/1.1\r\nX-Request-Id: a\0\r\n${close}\r\n`,
    400,
    'request.validation_failed',
  ],
  ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request.validation_failed'],
  [
    'headers over 32 KiB',
    `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(33_000)}\r\n${close}\r\n`,
    431,
    'request.headers_too_large',
  ],
  [
    'an address over 32 KiB',
    `GET /${'x'.repeat(33_000)} HTTP/1.1\r\n${close}\r\n`,
    431,
    'request.headers_too_large',
  ],
  ['an expectation', `POST / HTTP/1.1\r\nExpect: a-pony\r\n${close}\r\n`, 417, 'request.expectation_failed'],
  ['a tunnel', `CONNECT internal:80 HTTP/1.1\r\n${close}\r\n`, 404, 'request.route_not_found'],
  [
    'a wrong length of a chunk',
    `POST /api/v1/metered-usage HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}\r\nzz\r\n`,
    400,
    'request.validation_failed',
  ],
])('%s returns a problem document with a request id', async (_case, text, status, code) => {
  const answer = await send(text);
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
  );
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ status, code, type: `${world.service.url}/errors#${code}` });
  expect(problem.requestId).toBe(headers.get('x-request-id'));
});

it('HTTP/1.0 needs no Host', async () => {
  expect(await send('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

it.each(['/health/live', '/api/v1/catalogue/products', '/api/admin/v1/me', '/marketplace/landing/x'])(
  'QUERY %s returns 405, with and without a content type',
  async (path) => {
    for (const more of ['', 'Content-Type: text/x\r\nContent-Length: 1\r\n', 'Content-Length: 0\r\n']) {
      const answer = await send(
        `QUERY ${path} HTTP/1.1\r\n${more}${close}\r\n${more.includes('1') ? 'x' : ''}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 405 /);
      expect(answer).toMatch(/^allow: .*GET/im);
    }
  },
);

it('QUERY of an unknown path returns 404', async () => {
  expect(await send(`QUERY /nothing HTTP/1.1\r\n${close}\r\n`)).toMatch(/^HTTP\/1.1 404 /);
});
