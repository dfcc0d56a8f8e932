// Run by `clients.test.ts` as a process of its own: a certificate can be trusted at a process's start only.
import { ConfidentialClientApplication, CryptoProvider } from '@azure/msal-node';

const { authority, clientId, proof, scope, redirectUri, loginHint } = JSON.parse(process.argv[2] ?? '');
const client = new ConfidentialClientApplication({
  auth: { authority, clientId, ...proof, knownAuthorities: [new URL(authority).host] },
});

/** With a redirect address a user is signed in; the hint picks the user. */
async function signIn() {
  const { verifier, challenge } = await new CryptoProvider().generatePkceCodes();
  const request = { scopes: [scope], redirectUri };
  const start = await client.getAuthCodeUrl({
    ...request,
    loginHint,
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
  });
  const response = await fetch(start, { redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { account } = await client.acquireTokenByCode({ ...request, code, codeVerifier: verifier });
  return account && client.acquireTokenSilent({ scopes: [scope], account, forceRefresh: true });
}

const outcome = await (redirectUri
  ? signIn()
  : client.acquireTokenByClientCredential({ scopes: [scope] })
).then(
  (result) => ({ accessToken: result?.accessToken, account: result?.account }),
  (fault) => ({ errorCode: fault.errorCode, message: fault.message }),
);
process.stdout.write(JSON.stringify(outcome));
