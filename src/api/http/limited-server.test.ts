import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLimitedServer } from './listener.ts';

/** More than sockets buffer. */
const large = 'x'.repeat(20_000_000);

let server: Server;
beforeEach(async () => {
  const limits = { request: 200, check: 50, keepAlive: 200, idle: 400 };
  server = createLimitedServer((request, response) => {
    request
      .resume()
      .on('end', () => response.end(large))
      .on('error', () => {});
  }, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  if (text !== '') socket.write(text);
  return socket;
}

it.each([
  ['sends nothing', '', ''],
  ['sends headers drop by drop', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
  ['sends a body drop by drop', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', 'x'],
  [
    'sends chunks drop by drop',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\nx\r\n',
  ],
])('ends a connection that %s', async (_, first, drop) => {
  const socket = open(first);
  socket.resume();
  const dripping = setInterval(() => socket.write(drop), 20);
  await once(socket, 'close');
  clearInterval(dripping);
});

it('ends a connection that does not read its response', async () => {
  const connected = once(server, 'connection');
  open('GET / HTTP/1.1\r\nHost: x\r\n\r\n').pause();
  const [held] = (await connected) as [Socket];
  await once(held, 'close');
  expect(held.bytesWritten).toBeGreaterThan(0);
});
