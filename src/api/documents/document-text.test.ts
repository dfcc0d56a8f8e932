import fastify from 'fastify';
import { expect, it } from 'vitest';
import { documentText } from './api-documents.ts';

it('serialises a document once', async () => {
  let made = 0;
  const send = documentText(() => {
    made += 1;
    return { openapi: '3.1.0' };
  });
  const app = fastify();
  app.get('/', (_request, reply) => send(reply));
  for (let requests = 0; requests < 3; requests++) {
    const answer = await app.inject('/');
    expect([answer.headers['content-type'], answer.json()]).toEqual([
      'application/json; charset=utf-8',
      { openapi: '3.1.0' },
    ]);
  }
  expect(made).toBe(1);
});
