import { serve } from '@hono/node-server';
import { createTessera } from '@tessera/client';
import { createGate } from '@tessera/client/hono';
import { Hono } from 'hono';

const tessera = createTessera({
  url: process.env.TESSERA_URL ?? 'http://127.0.0.1:4000',
  product: 'aqueduct',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});

// Your own authentication knows the tenant of a request. This example believes a header.
const tenantOf = (context) => context.req.header('x-tenant-id');
const gate = createGate(tessera, { tenant: tenantOf });

const app = new Hono();

app.post('/pipelines', gate.require('scheduling'), async (context) => {
  const held = await tessera.entitlement(tenantOf(context));
  const { existing } = await context.req.json();
  if (existing >= (held.limit('pipelines') ?? 0)) return context.json({ created: false }, 409);
  return context.json({ created: true }, 201);
});

app.get('/usage', gate.require('scheduling'), async (context) => {
  const { 'api-calls': calls } = await tessera.usage(tenantOf(context));
  return context.json({ used: calls?.used ?? 0, remaining: calls?.remaining ?? null });
});

const server = serve(
  { fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' },
  ({ port }) => {
    console.log(`http://127.0.0.1:${port}`);
  },
);
process.once('SIGTERM', () => server.close(() => tessera.close()));
