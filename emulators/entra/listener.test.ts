import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { NORTHWIND, sampleDirectory } from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';

let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { signingKeys: inject('rsaKeys') });
});
afterAll(() => emulator.close());

const tokenPath = `/${NORTHWIND}/oauth2/v2.0/token`;

/** The response to raw bytes that no client library would send. */
function sendRaw(text: string, hangUp = false): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1', () => {
      socket.write(text);
      if (hangUp) socket.destroy();
    });
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
  });
}

const form = 'host: x\r\ncontent-type: application/x-www-form-urlencoded\r\n';
const hostile = 'grant_type=client_credentials&client_id=__proto__&client_secret=x&scope=__proto__/.default';

it.each([
  ['not HTTP at all', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ['an unknown path', 'GET /nothing/here HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTP/1.1 404 Not Found'],
  ['a path of slashes', 'GET //// HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTP/1.1 404 Not Found'],
  ['an absolute address', 'GET http://[/ HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTP/1.1 404 Not Found'],
  ['a star', 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTP/1.1 404 Not Found'],
  [
    'broken percent signs',
    `POST /%c0%ae/oauth2/token HTTP/1.1\r\n${form}content-length: 3\r\n\r\n%zz`,
    'HTTP/1.1 400 Bad Request',
  ],
  [
    'a prototype’s name as client id',
    `POST ${tokenPath} HTTP/1.1\r\n${form}content-length: ${hostile.length}\r\n\r\n${hostile}`,
    'HTTP/1.1 400 Bad Request',
  ],
])('survives %s', async (_name, text, firstLine) => {
  expect(await sendRaw(text)).toBe(firstLine);
});

it('refuses a body over the limit, of declared length or not', async () => {
  const body = 'a'.repeat(200_000);
  expect((await fetch(emulator.url + tokenPath, { method: 'POST', body })).status).toBe(413);
  const chunk = `${(70_000).toString(16)}\r\n${'a'.repeat(70_000)}\r\n`;
  const endless = `POST ${tokenPath} HTTP/1.1\r\n${form}transfer-encoding: chunked\r\n\r\n${chunk}`;
  expect(await sendRaw(endless)).toBe('HTTP/1.1 413 Payload Too Large');
});

it('survives a caller that disconnects half-way', async () => {
  await sendRaw(`POST ${tokenPath} HTTP/1.1\r\n${form}content-length: 100\r\n\r\nhalf`, true);
  expect((await fetch(`${emulator.url}/${NORTHWIND}/discovery/keys`)).status).toBe(200);
});
