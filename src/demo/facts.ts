import { demoIdp } from './identities.ts';
import type { DemoKeys } from './seed.ts';

/** What a script needs to know of a running demo; written to `demo.json` in its data folder. */
export interface DemoFacts extends DemoKeys {
  readonly baseUrl: string;
  readonly portalUrl: string;
  readonly idp: {
    readonly authUrl: string;
    readonly tenantId: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly apiAppId: string;
  };
}

export function demoFacts(
  running: DemoKeys & { readonly baseUrl: string; readonly authUrl: string },
): DemoFacts {
  const { baseUrl, authUrl, apiKey, otherWorkspaceApiKey } = running;
  const { tenantId, clientId, clientSecret, apiAppId } = demoIdp;
  return {
    baseUrl,
    portalUrl: `${baseUrl}/`,
    apiKey,
    otherWorkspaceApiKey,
    idp: { authUrl, tenantId, clientId, clientSecret, apiAppId },
  };
}

/** The table that `npm start` prints. */
export function announcement(facts: DemoFacts): string {
  const { baseUrl, idp } = facts;
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${baseUrl}/api/v1`],
    ['API documentation', `${baseUrl}/docs`],
    ['Errors explained', `${baseUrl}/errors`],
    ['Health', `${baseUrl}/health/ready`],
    ['Metrics', `${baseUrl}/metrics`],
    ['Identity provider (emulated)', idp.authUrl],
    ['API key', facts.apiKey],
    ['API key, other workspace', facts.otherWorkspaceApiKey],
    ['Tenant id', idp.tenantId],
    ['Client id', idp.clientId],
    ['Client secret', idp.clientSecret],
    ['API application id', idp.apiAppId],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
  return `
Tessera is running, in demo mode. Ctrl-C stops it; the data stays.

${table}

Read the catalogue with the API key:

  curl -H 'X-Api-Key: ${facts.apiKey}' ${baseUrl}/api/v1/catalogue/products

or with a token:

  TOKEN=$(curl -s ${idp.authUrl}/${idp.tenantId}/oauth2/v2.0/token \\
    -d grant_type=client_credentials -d client_id=${idp.clientId} \\
    -d client_secret=${idp.clientSecret} -d scope=api://${idp.apiAppId}/.default \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/v1/catalogue/products
`;
}
