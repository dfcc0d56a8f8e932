import { fileURLToPath } from 'node:url';
import { createTessera } from '@tessera/client';
import { browserEntitlement } from '@tessera/client/react/server';
import { build } from 'esbuild';
import express from 'express';

const tessera = createTessera({
  url: process.env.TESSERA_URL ?? 'http://127.0.0.1:4000',
  product: 'aqueduct',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});

// Your own sign-in knows the tenant of a request. This example believes its address.
const tenantOf = (request) => request.query.tenant;

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('page.jsx', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});

const app = express();

// The endpoint of TesseraProvider: the credential never reaches a browser.
app.get('/entitlement', async (request, response) => {
  const held = await tessera.entitlement(tenantOf(request));
  response.json(browserEntitlement(held, ['pipelines']));
});

app.get('/page.js', (_request, response) => response.type('js').send(outputFiles[0].text));
app.get('/', (_request, response) => {
  response.send(
    '<!doctype html><html lang="en"><title>Aqueduct</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/page.js"></script>',
  );
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/?tenant=b0000000-0000-4000-8000-000000000001`);
});
process.once('SIGTERM', () => server.close(() => tessera.close()));
