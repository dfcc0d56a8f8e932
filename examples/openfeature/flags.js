import { OpenFeature } from '@openfeature/server-sdk';
import { createTessera } from '@tessera/client';
import { TesseraProvider } from '@tessera/client/openfeature';

const tessera = createTessera({
  url: process.env.TESSERA_URL ?? 'http://127.0.0.1:4000',
  product: 'aqueduct',
  credential: { apiKey: process.env.TESSERA_API_KEY },
});
await OpenFeature.setProviderAndWait(new TesseraProvider(tessera));

const client = OpenFeature.getClient();
const tenant = { targetingKey: process.argv[2] ?? 'b0000000-0000-4000-8000-000000000001' };

for (const details of [
  await client.getBooleanDetails('private-links', false, tenant),
  await client.getBooleanDetails('audit-trail', false, tenant),
  await client.getNumberDetails('pipelines', 0, tenant),
  await client.getStringDetails('edition', 'none', tenant),
]) {
  console.log(`${details.flagKey}: ${details.value} (${details.reason})`);
}

client.track('api-calls', tenant, { value: 0.001 });
await OpenFeature.close();
await tessera.close();
