import { describe, expect, it } from 'vitest';
import { scriptedExchange } from '../../../tests/support/peers/local-exchange.ts';
import { sendRequest } from './http-call.ts';

const request = {
  service: 'The service',
  address: 'https://service.example',
  method: 'GET',
  headers: {},
  limitBytes: 1024 * 1024,
} as const;
const clock = { now: () => new Date('2026-11-15T09:30:00.000Z') };
const answerTo = (response: () => Response | Promise<Response>) =>
  sendRequest(request, { exchange: scriptedExchange(response), clock }, new AbortController().signal);
const transient = { outcome: 'failure', retryAfterSeconds: null, isConfiguration: false };

describe('a response', () => {
  it('is a status and a value', async () => {
    const answer = await answerTo(() => Response.json({ a: 1 }, { status: 404 }));
    expect(answer).toMatchObject({ outcome: 'answered', status: 404, body: { a: 1 } });
  });

  it.each([['<html>'], [''], ['{"half":'], [`[${'1,'.repeat(20_000)}1]`]])(
    'has no value when it is %.10s',
    async (text) => {
      const answer = await answerTo(() => new Response(text));
      expect(answer).toMatchObject({ outcome: 'answered', status: 200, body: undefined });
    },
  );

  it.each([[302], [408], [429], [500], [502], [503], [504]])(
    'is transient with status %i',
    async (status) => {
      const failed = { ...transient, reason: `The service answered ${status}.` };
      expect(await answerTo(() => Response.json({}, { status }))).toEqual(failed);
      const patient = () => new Response('<html>', { status, headers: { 'retry-after': '7' } });
      expect(await answerTo(patient)).toEqual({ ...failed, retryAfterSeconds: 7 });
    },
  );

  it('is read up to a limit', async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect(await answerTo(() => new Response(body))).toMatchObject(transient);
    expect(chunks).toBeLessThan(30);
  });

  it('is absent when the connection fails, before or within the response', async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }));
    expect(await answerTo(() => Promise.reject(new TypeError('fetch failed')))).toMatchObject(transient);
    expect(await answerTo(broken)).toMatchObject(transient);
  });
});
