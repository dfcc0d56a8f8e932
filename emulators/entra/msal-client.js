// Run by `clients.test.ts` as a process of its own: a certificate can be trusted at a process's start only.
import { ConfidentialClientApplication } from '@azure/msal-node';

const [authority = '', clientId = '', clientSecret = '', scope = ''] = process.argv.slice(2);
const client = new ConfidentialClientApplication({
  auth: { authority, clientId, clientSecret, knownAuthorities: [new URL(authority).host] },
});

const outcome = await client.acquireTokenByClientCredential({ scopes: [scope] }).then(
  (result) => ({ accessToken: result?.accessToken }),
  (fault) => ({ errorCode: fault.errorCode, message: fault.message }),
);
process.stdout.write(JSON.stringify(outcome));
