import type { DemoFacts } from './facts.ts';
import { type MsalSample, msalSamples } from './msal-samples.ts';

/** The table that `npm start` prints. `typed` is how a person types a command. */
export function announcement(facts: DemoFacts, typed: (command: string) => string): string {
  const { baseUrl, idp } = facts;
  const [first] = facts.tenants;
  const addresses = table([
    ['API', `${baseUrl}/api/v1`],
    ['Guides', `${baseUrl}/docs/guides/`],
    ['API reference', `${baseUrl}/docs`],
    ['Portal', facts.portalUrl],
    ['Portal: sign in, once', facts.signInUrl],
    ['Errors explained', `${baseUrl}/errors`],
    ['Health', `${baseUrl}/health/ready`],
    ['Metrics', `${baseUrl}/metrics`],
    ['Identity provider (emulated)', `${idp.authUrl}  ${idp.httpsAuthUrl}`],
    ['Microsoft Graph (emulated)', `${facts.graphUrl}  ${facts.graphHttpsUrl}`],
    ['Marketplace (emulated)', `${facts.marketplace.url}  ${facts.marketplace.httpsUrl}`],
    ['Mailbox of support (emulated)', facts.mailbox.url],
    ['Webhook events', 'npm run webhook-listener'],
    ['API key', facts.apiKey],
    ['API key, other workspace', facts.otherWorkspaceApiKey],
    ['Service account key, read-only', facts.serviceAccountKey],
    ['Tenant id', idp.tenantId],
    ['Client id', idp.clientId],
    ['Client secret', idp.clientSecret],
    ['API application id', idp.apiAppId],
  ]);
  const questions = table(
    facts.eligibility.map(({ label, tenantId, product, plan, userObjectId, email }) => {
      const subject = userObjectId ?? email;
      return [label, `${tenantId}  ${product}${plan ? `, ${plan}` : ''}  ${subject}`] as const;
    }),
  );
  const tenants = table(
    facts.tenants.map(({ label, tenantId, product }) => [label, `${tenantId}  ${product}`] as const),
  );
  return `
Tessera is running, in demo mode. Ctrl-C stops it; the data stays.

${addresses}

Customer tenants, and the product to ask about:

${tenants}

Users to ask eligibility for, by the reason that is answered:

${questions}

Read the catalogue with the API key:

  curl -H 'X-Api-Key: ${facts.apiKey}' ${baseUrl}/api/v1/catalogue/products

or what a tenant holds:

  curl -H 'X-Api-Key: ${facts.apiKey}' '${baseUrl}/api/v1/entitlements/${first?.tenantId}?product=${first?.product}'

or with the command, as a service account:

  ${typed(`login --url ${baseUrl} --key ${facts.serviceAccountKey}`)}
  ${typed(`entitlement ${first?.tenantId} ${first?.product} --explain`)}

or with a token:

  TOKEN=$(curl -s ${idp.authUrl}/${idp.tenantId}/oauth2/v2.0/token \\
    -d grant_type=client_credentials -d client_id=${idp.clientId} \\
    -d client_secret=${idp.clientSecret} -d scope=api://${idp.apiAppId}/.default \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/catalogue/products

or with a token that MSAL gets: each of these programs prints one.

${msalSamples(facts).map(msalText).join('\n\n')}
`;
}

/** The program is not indented: it is copied into a file, and Python reads the indentation. */
const msalText = ({ language, trust, program }: MsalSample) =>
  [`${language}, in a shell with`, '', `  ${trust}`, '', ...program].join('\n');

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
}
