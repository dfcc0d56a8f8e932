import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { requestHeader } from './request-header.ts';

const names = [
  'host',
  'x-api-key',
  'authorization',
  'if-none-match',
  'x-request-id',
  'content-type',
  'content-length',
];

/** What Node.js makes of these lines. */
async function received(lines: readonly string[]): Promise<IncomingMessage> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const request = new Promise<IncomingMessage>((done) => server.once('request', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
  const message = await request;
  socket.destroy();
  server.close().closeAllConnections();
  return message;
}

it.each<[string, readonly string[]]>([
  ['present and absent', ['Host: here', 'x-api-key: one', 'accept: */*']],
  ['in any case', ['HOST: here', 'X-Api-Key: one', 'AUTHORIZATION: Bearer x', 'If-None-Match: "a"']],
  [
    'repeated, a list',
    ['host: here', 'x-api-key: one', 'X-Api-Key: two', 'if-none-match: "a"', 'If-None-Match: "b"'],
  ],
  ['repeated, only the first counts', ['host: here', 'authorization: one', 'Authorization: two']],
  ['with spaces and empty', ['host: here', 'x-api-key:   one  ', 'x-request-id:']],
])('headers %s have the values that Node.js gives them', async (_case, lines) => {
  const message = await received(lines);
  expect(names.map((name) => requestHeader(message, name))).toEqual(
    names.map((name) => message.headers[name]),
  );
});
