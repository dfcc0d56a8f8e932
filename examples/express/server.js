import { createTessera } from '@tessera/client';
import { createGate } from '@tessera/client/express';
import express from 'express';

const tessera = createTessera({
  url: process.env.TESSERA_URL ?? 'http://127.0.0.1:4000',
  product: 'aqueduct',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});

// Your own authentication knows the tenant of a request. This example believes a header.
const tenantOf = (request) => request.get('x-tenant-id');
const gate = createGate(tessera, { tenant: tenantOf });

const app = express();

app.post('/schedules', gate.require('scheduling'), async (request, response) => {
  await tessera.track(tenantOf(request), 'api-calls', 0.001);
  response.status(201).json({ scheduled: true });
});

app.get('/audit-trail', gate.require('audit-trail'), (_request, response) => {
  response.json({ entries: [] });
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});

// What was tracked is sent before the process ends.
process.once('SIGTERM', () => server.close(() => tessera.close()));
