import { API, CLIENT, NORTHWIND, SECRET, sampleDirectory } from './sample-directory.ts';
import { startEntraEmulator } from './start.ts';

const emulator = await startEntraEmulator(sampleDirectory);

const response = await fetch(`${emulator.url}/${NORTHWIND}/oauth2/v2.0/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: CLIENT,
    client_secret: SECRET,
    scope: `api://${API}/.default`,
  }),
});
const { access_token: token } = (await response.json()) as { access_token: string };
const [, claims = ''] = token.split('.');
process.stdout.write(`${Buffer.from(claims, 'base64url')}\n`);

await emulator.close();
