import fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendResult } from './answer.ts';
import { fileAnswer } from './file-answer.ts';

/** Serves the parts as a file, and fails after them. */
async function served(parts: readonly string[]): Promise<Response> {
  async function* failing() {
    yield* parts;
    throw new Error('the database has gone');
  }
  const app = fastify();
  const file = { name: 'usage.csv', contentType: 'text/csv; charset=utf-8' };
  app.get('/', async (_request, reply) => sendResult(reply, 200, await fileAnswer(file, failing())));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(url);
    const text = await answer.text().catch(() => 'broken off');
    return new Response(text, { status: answer.status, headers: answer.headers });
  } finally {
    await app.close();
  }
}

it('answers what fails before the first part as anything else', async () => {
  const answer = await served([]);
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null]);
});

it('breaks the connection off when a later part fails', async () => {
  const answer = await served(['hour,quantity\r\n', '2026-11-15T08:00:00.000Z,1\r\n']);
  expect([answer.status, await answer.text()]).toEqual([200, 'broken off']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
});
