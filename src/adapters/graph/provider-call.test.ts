import { describe, expect, it } from 'vitest';
import { scriptedExchange } from '../../../tests/support/peers/local-exchange.ts';
import type { OutgoingRequest } from '../outgoing/exchange.ts';
import { callProvider } from './provider-call.ts';

const never = new AbortController().signal;
const answerTo = (response: () => Response | Promise<Response>) =>
  callProvider(scriptedExchange(response), 'https://graph.example', {}, never);
const transient = { outcome: 'transient', retryAfter: null };

describe('a provider response', () => {
  it('is a status and an object', async () => {
    const answer = await answerTo(() => Response.json({ a: 1 }, { status: 404 }));
    expect(answer).toEqual({ outcome: 'answered', status: 404, body: { a: 1 } });
  });

  it.each([['<html>'], [''], ['null'], ['"text"'], ['{"half":']])(
    'is no object when it is %s',
    async (text) => {
      expect(await answerTo(() => new Response(text))).toEqual({
        outcome: 'answered',
        status: 200,
        body: undefined,
      });
    },
  );

  it.each([[302], [408], [429], [500], [502], [503], [504]])(
    'is transient with status %i',
    async (status) => {
      expect(await answerTo(() => Response.json({}, { status }))).toEqual(transient);
      const patient = () => new Response('<html>', { status, headers: { 'retry-after': '7' } });
      expect(await answerTo(patient)).toEqual({ outcome: 'transient', retryAfter: '7' });
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
    expect(await answerTo(() => new Response(body))).toEqual(transient);
    expect(chunks).toBeLessThan(30);
  });

  it('is absent when the connection fails, before or within the response', async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }));
    expect(await answerTo(() => Promise.reject(new TypeError('fetch failed')))).toEqual(transient);
    expect(await answerTo(broken)).toEqual(transient);
  });
});

it('sends a form when requested', async () => {
  const requests: OutgoingRequest[] = [];
  const exchange = scriptedExchange((request) => {
    requests.push(request);
    return Response.json({});
  });
  const form = new URLSearchParams({ a: 'b c' });
  await callProvider(exchange, 'https://login.example', { form }, never);
  expect(requests).toMatchObject([
    {
      address: 'https://login.example',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b+c',
    },
  ]);
});
