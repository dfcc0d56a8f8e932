import { createTessera } from '@tessera/client';
import { createGate } from '@tessera/client/fastify';
import fastify from 'fastify';

const tessera = createTessera({
  url: process.env.TESSERA_URL ?? 'http://127.0.0.1:4000',
  product: 'forum',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});

// Your own authentication knows the tenant and the user of a request. This example believes two headers.
const gate = createGate(tessera, {
  tenant: (request) => request.headers['x-tenant-id'],
  user: (request) => ({ email: request.headers['x-user-email'] }),
});

const app = fastify();

app.post('/posts', { preHandler: gate.requireSeat() }, async (_request, reply) => {
  return reply.code(201).send({ posted: true });
});

app.post('/guests', { preHandler: [gate.requireSeat(), gate.require('guest-access')] }, async () => {
  return { invited: true };
});

app.addHook('onClose', () => tessera.close());
console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }));
process.once('SIGTERM', () => app.close());
