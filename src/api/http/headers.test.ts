import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { isUuid } from '../../core/identifiers.ts';
import { requestHeader, requestIdSequence, requestIds } from './headers.ts';

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

const withHeaders = (...rawHeaders: readonly string[]) => ({ rawHeaders }) as unknown as IncomingMessage;

it('every id of a process is a new UUID', () => {
  const newId = requestIdSequence(randomBytes);
  const ids = Array.from({ length: 100_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isUuid(id) && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(id))).toBe(true);
});

it('two processes have no id in common', () => {
  const [one, other] = [requestIdSequence(randomBytes), requestIdSequence(randomBytes)];
  expect(one().slice(0, 24)).not.toBe(other().slice(0, 24));
});

it.each([
  ['the id of the caller', ['X-Request-Id', 'order-7'], 'order-7'],
  ['a new id without one', ['Host', 'localhost'], 'new'],
  ['a new id instead of one that is unsafe to log', ['x-request-id', 'a b'], 'new'],
])('a request has %s', (_case, headers, expected) => {
  expect(requestIds(() => 'new')(withHeaders(...headers))).toBe(expected);
});
