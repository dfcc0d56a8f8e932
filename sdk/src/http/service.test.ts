import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cutConnection,
  json,
  Peer,
  page,
  problem,
  type ServiceResponse,
  silence,
} from '../../tests/support/peer.ts';
import { Emitter } from '../emitter.ts';
import { TesseraConfigurationError, TesseraRefused, TesseraUnavailable } from '../errors.ts';
import { createService, readJson } from './service.ts';

let peer: Peer;
beforeAll(async () => {
  peer = await Peer.start();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.received.length = 0;
  peer.script.length = 0;
  peer.otherwise = json(200, { fine: true });
});

const emitter = new Emitter();
const service = (timeout = 5_000) =>
  createService({ url: `${peer.url}/`, credential: { apiKey: 'tsk_1' }, timeout }, emitter);
const get = (timeout?: number) => service(timeout).request({ method: 'GET', path: '/api/v1/thing?x=1' });
const failure = async (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a request', () => {
  it('has the credential, the headers and the body', async () => {
    const body = JSON.stringify({ a: 1 });
    const headers = { 'content-type': 'application/json' };
    const response = await service().request({ method: 'POST', path: '/api/v1/thing', body, headers });
    expect(await readJson(response)).toEqual({ fine: true });
    expect(peer.received).toMatchObject([
      { method: 'POST', path: '/api/v1/thing', body, headers: { ...headers, 'x-api-key': 'tsk_1' } },
    ]);
  });

  it('resolves with 304', async () => {
    peer.otherwise = (response) => response.writeHead(304, { etag: 'W/"1"' }).end();
    const response = await get();
    expect([response.status, response.headers.get('etag')]).toEqual([304, 'W/"1"']);
  });

  it('ends with its signal, while it waits for an answer and between tries', async () => {
    for (const answer of [silence, problem(429, 'rate_limit.exceeded', { 'retry-after': '20' })]) {
      peer.otherwise = answer;
      const before = peer.received.length;
      const controller = new AbortController();
      const ended = failure(service().request({ method: 'GET', path: '/', signal: controller.signal }));
      await expect.poll(() => peer.received.length).toBe(before + 1);
      controller.abort(new Error('enough'));
      expect(await ended).toMatchObject({ message: 'enough' });
    }
  });
});

it('many requests at once with one signal cause no warning', async () => {
  const warnings: unknown[] = [];
  const note = (warning: unknown) => warnings.push(warning);
  process.on('warning', note);
  const { signal } = new AbortController();
  const one = service();
  await Promise.all(Array.from({ length: 30 }, () => one.request({ method: 'GET', path: '/', signal })));
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

describe('a try is repeated', () => {
  const table: readonly (readonly [string, ServiceResponse])[] = [
    ['after a 5xx problem', problem(503, 'service.unavailable')],
    ["after a proxy's page with 502", page(502)],
    ["after a proxy's page with 404", page(404)],
    ['after a cut connection', cutConnection],
    [
      'after a body that was cut',
      (response) => void response.writeHead(200).write('{"half', () => response.destroy()),
    ],
    ['after 429', problem(429, 'rate_limit.exceeded', { 'retry-after': '0' })],
  ];

  it.each(table)('%s', async (_name, answer) => {
    const attempts: number[] = [];
    const stop = emitter.on('retry', ({ attempt }) => attempts.push(attempt));
    peer.script.push(answer, answer);
    expect(await readJson(await get())).toEqual({ fine: true });
    expect(attempts).toEqual([1, 2]);
    stop();
  });

  it.each(table)('%s, three tries in all', async (_name, answer) => {
    peer.otherwise = answer;
    expect(await failure(get())).toBeInstanceOf(TesseraUnavailable);
    expect(peer.received).toHaveLength(3);
  });

  it('after a time-out', async () => {
    peer.otherwise = silence;
    expect(await failure(get(50))).toMatchObject({
      name: 'TesseraUnavailable',
      message: expect.stringContaining('within 50 ms'),
    });
    expect(peer.received).toHaveLength(3);
  });

  it('not if the rate limit asks for a long wait', async () => {
    peer.otherwise = problem(429, 'rate_limit.exceeded', { 'retry-after': '3600' });
    expect(await failure(get())).toMatchObject({
      name: 'TesseraUnavailable',
      cause: { status: 429, code: 'rate_limit.exceeded' },
    });
    expect(peer.received).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([400, 401, 403, 404, 409, 422])('of %i is thrown at once', async (status) => {
    peer.otherwise = problem(status, 'some.code');
    const error = await failure(get());
    expect(error).toBeInstanceOf(TesseraRefused);
    expect(error).toMatchObject({ status, code: 'some.code', detail: 'Do something.', args: {} });
    expect(peer.received).toHaveLength(1);
  });

  it('is given for a redirect, which would carry the key elsewhere', async () => {
    peer.otherwise = (response) => response.writeHead(301, { location: 'https://other.example/' }).end();
    const error = await failure(get());
    expect(error).toBeInstanceOf(TesseraConfigurationError);
    expect(error).toMatchObject({ message: expect.stringContaining('https://other.example/') });
    expect(peer.received).toHaveLength(1);
  });
});

it('a body that is not JSON counts as no answer', async () => {
  peer.otherwise = page(200);
  expect(await failure(get().then(readJson))).toBeInstanceOf(TesseraUnavailable);
});

it('a streamed response is given before its body has arrived, after one try', async () => {
  peer.otherwise = (response) => {
    response.writeHead(200).write('first');
  };
  const stream = () => service().request({ method: 'GET', path: '/', streams: true });
  const reader = (await stream()).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  await reader?.cancel();
  peer.otherwise = page(503);
  peer.received.length = 0;
  expect(await failure(stream())).toBeInstanceOf(TesseraUnavailable);
  expect(peer.received).toHaveLength(1);
});

it.each([
  [{ url: 'tessera.example' }, 'url is "tessera.example"'],
  [{ url: 'ftp://tessera.example' }, 'url is'],
  [{ url: 'https://tessera.example/?a=1' }, 'url is'],
  [
    { url: 'https://tessera.example/api/v1/' },
    'use the address of the service, such as https://tessera.example',
  ],
  [{ url: 'https://tessera.example/api' }, 'without /api/v1'],
  [{ timeout: '2 s' as '2s' }, 'timeout is "2 s"'],
  [{ timeout: -1 }, 'timeout is "-1"'],
  [{ credential: { apiKey: '' } }, 'credential.apiKey is missing'],
])('wrong options %j are refused', (change, message) => {
  const options = { url: peer.url, credential: { apiKey: 'tsk_1' }, ...change };
  expect(() => createService(options, emitter)).toThrow(message);
});

it('the service may be at a path of a proxy', async () => {
  const options = { url: `${peer.url}/tessera/`, credential: { apiKey: 'tsk_1' } };
  await createService(options, new Emitter()).request({ method: 'GET', path: '/api/v1/thing' });
  expect(peer.received.at(-1)?.path).toBe('/tessera/api/v1/thing');
});
