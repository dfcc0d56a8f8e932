import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExchanges, partnerAgent } from './exchange.ts';

let answer: RequestListener = (_request, response) => response.end();
let server: Server;
let address: string;
const exchanges = createExchanges(partnerAgent({ allowsLoopback: true }));

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/place?of=ours`;
});

afterAll(() => {
  exchanges.stop();
  server.close();
});

const limitBytes = 1_000;
const never = new AbortController().signal;
const post = (signal = never) =>
  exchanges.exchange(
    { address, method: 'POST', headers: { 'x-ours': 'yes' }, body: '{"say":"é"}', limitBytes },
    signal,
  );

it('sends the request, and returns the response without its byte order mark', async () => {
  answer = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(418, { 'x-theirs': 'yes' });
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString();
      response.end(`\uFEFF${JSON.stringify({ method, url, ours: headers['x-ours'], body })}`);
    });
  };
  const { status, text, header } = await post();
  expect([status, header('x-theirs'), header('x-nobody')]).toEqual([418, 'yes', null]);
  const seen = { method: 'POST', url: '/place?of=ours', ours: 'yes', body: '{"say":"é"}' };
  expect(JSON.parse(text)).toEqual(seen);
});

it('follows no redirect', async () => {
  const seen: (string | undefined)[] = [];
  answer = (request, response) => {
    seen.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  expect(await post()).toMatchObject({ status: 307 });
  expect(seen).toEqual(['/place?of=ours']);
});

it('reads up to its limit', async () => {
  answer = (_request, response) => {
    const more = () => response.destroyed || response.write(' '.repeat(65_536), more);
    more();
  };
  await expect(post()).rejects.toThrow('too large');
});

it('aborts when told to', async () => {
  const patience = new AbortController();
  answer = () => patience.abort();
  await expect(post(patience.signal)).rejects.toThrow();
});
