// Run by `clients.test.ts` as a process of its own: a certificate can be trusted at a process's start only.
import { ClientCertificateCredential, ClientSecretCredential } from '@azure/identity';

const { authority, clientId, secret, certificate, scope } = JSON.parse(process.argv[2] ?? '');
const { origin: authorityHost, pathname } = new URL(authority);
const tenantId = pathname.slice(1);
const options = { authorityHost, disableInstanceDiscovery: true };
const credential = certificate
  ? new ClientCertificateCredential(tenantId, clientId, { certificate }, options)
  : new ClientSecretCredential(tenantId, clientId, secret, options);

const outcome = await credential.getToken(scope).then(
  ({ token }) => ({ accessToken: token }),
  (fault) => ({ errorCode: fault.errorResponse?.error, message: fault.message }),
);
process.stdout.write(JSON.stringify(outcome));
