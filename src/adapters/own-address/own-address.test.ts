import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { createOwnAddress } from './own-address.ts';

const answers: Record<string, [number, string]> = {
  '/ours': [405, JSON.stringify({ code: 'request.method_not_allowed' })],
  '/proxy': [405, '<html>405 Not Allowed</html>'],
  '/page': [200, 'request.method_not_allowed'],
  '/moved': [301, ''],
};
const server = createServer((request, response) => {
  const [status, text] = answers[request.url ?? ''] ?? [500, ''];
  response.writeHead(status, status === 301 ? { location: '/ours' } : {}).end(text);
});
let url: string;
const ownAddress = createOwnAddress(localExchange);
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  ownAddress.stop();
  server.close();
});

it.each([
  ['/ours', 'ours'],
  ['/proxy', 'another server responds, with 405'],
  ['/page', 'another server responds, with 200'],
  ['/moved', 'another server responds, with 301'],
])('%s: %s', async (path, expected) => {
  const probed = await ownAddress.probe(`${url}${path}`);
  expect(probed.outcome === 'ours' ? 'ours' : probed.reason).toBe(expected);
});

it('a refused connection', async () => {
  const probed = await ownAddress.probe('http://127.0.0.1:1');
  expect(probed).toEqual({ outcome: 'elsewhere', reason: 'connection refused' });
});
