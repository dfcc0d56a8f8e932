import { describe, expect, it } from 'vitest';
import { callProvider } from './provider-call.ts';

const never = new AbortController().signal;
const answerTo = (response: () => Response | Promise<Response>) =>
  callProvider(async () => response(), 'https://graph.example', {}, never);
const transient = { outcome: 'transient', retryAfter: null };

describe('what comes back', () => {
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

  it.each([[408], [429], [500], [502], [503], [504]])('is transient with status %i', async (status) => {
    expect(await answerTo(() => Response.json({}, { status }))).toEqual(transient);
    const patient = () => new Response('<html>', { status, headers: { 'retry-after': '7' } });
    expect(await answerTo(patient)).toEqual({ outcome: 'transient', retryAfter: '7' });
  });

  it('is read up to a bound', async () => {
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

  it('is nothing when the connection fails, before or within the answer', async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }));
    expect(await answerTo(() => Promise.reject(new TypeError('fetch failed')))).toEqual(transient);
    expect(await answerTo(broken)).toEqual(transient);
  });
});

it('sends a form where it is told to, and follows nobody elsewhere', async () => {
  const requests: RequestInit[] = [];
  const call = async (_address: unknown, init: RequestInit = {}) => {
    requests.push(init);
    return Response.json({});
  };
  await callProvider(call, 'https://login.example', { form: new URLSearchParams({ a: 'b c' }) }, never);
  expect(requests).toMatchObject([{ method: 'POST', redirect: 'error' }]);
  expect(String(requests[0]?.body)).toBe('a=b+c');
});
