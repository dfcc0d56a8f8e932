import { NORTHWIND } from '../entra/sample-directory.ts';
import { startEntraEmulator } from '../entra/start.ts';
import { ALICE, LICENCE_READER, LICENCE_READER_SECRET, sampleIdp, sampleUsers } from './sample-directory.ts';
import { startGraphEmulator } from './start.ts';

const idp = await startEntraEmulator(sampleIdp);
const graph = await startGraphEmulator({ idp, directory: sampleUsers });

const response = await fetch(`${idp.url}/${NORTHWIND}/oauth2/v2.0/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: LICENCE_READER,
    client_secret: LICENCE_READER_SECRET,
    scope: 'https://graph.microsoft.com/.default',
  }),
});
const { access_token: token } = (await response.json()) as { access_token: string };

const filter = encodeURIComponent(`state in ('active', 'warning')`);
const rights = await fetch(`${graph.url}/beta/users/${ALICE}/usageRights?$filter=${filter}`, {
  headers: { authorization: `Bearer ${token}` },
});
process.stdout.write(`${await rights.text()}\n`);

await graph.close();
await idp.close();
