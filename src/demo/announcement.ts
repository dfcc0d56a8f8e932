import type { DemoFacts } from './facts.ts';

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
    ['Portal: empty workspace', facts.sandboxUrl],
    ['Errors explained', `${baseUrl}/errors`],
    ['Health', `${baseUrl}/health/ready`],
    ['Metrics', `${baseUrl}/metrics`],
    ['Identity provider (emulated)', `${idp.authUrl}  ${idp.httpsAuthUrl}`],
    ['Microsoft Graph (emulated)', `${facts.graphUrl}  ${facts.graphHttpsUrl}`],
    ['Marketplace (emulated)', `${facts.marketplace.url}  ${facts.marketplace.httpsUrl}`],
    ['AWS Marketplace (emulated)', facts.awsMarketplace.url],
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

/** A program that prints a token of the emulated identity provider. */
interface MsalSample {
  readonly language: 'Node' | 'Python' | 'Go';
  /** Makes the library trust the development certificate, in the shell that runs the program. */
  readonly trust: string;
  readonly program: readonly string[];
}

/** With MSAL of each language, complete. The libraries accept https only. */
function msalSamples({ idp, caFile }: Pick<DemoFacts, 'idp' | 'caFile'>): readonly MsalSample[] {
  const { clientId, clientSecret } = idp;
  const authority = `${idp.httpsAuthUrl}/${idp.tenantId}`;
  const { host } = new URL(authority);
  const scope = `api://${idp.apiAppId}/.default`;
  return [
    {
      language: 'Node',
      trust: `export NODE_EXTRA_CA_CERTS='${caFile}'`,
      program: [
        `import { ConfidentialClientApplication } from '@azure/msal-node';`,
        `const auth = { clientId: '${clientId}', clientSecret: '${clientSecret}',`,
        `  authority: '${authority}', knownAuthorities: ['${host}'] };`,
        'const application = new ConfidentialClientApplication({ auth });',
        `const granted = await application.acquireTokenByClientCredential({ scopes: ['${scope}'] });`,
        'console.log(granted.accessToken);',
      ],
    },
    {
      language: 'Python',
      trust: `export REQUESTS_CA_BUNDLE='${caFile}'`,
      program: [
        'import msal',
        `application = msal.ConfidentialClientApplication("${clientId}", client_credential="${clientSecret}",`,
        `  authority="${authority}", instance_discovery=False)`,
        `granted = application.acquire_token_for_client(["${scope}"])`,
        'print(granted["access_token"])',
      ],
    },
    {
      language: 'Go',
      trust: `export SSL_CERT_FILE='${caFile}'`,
      program: [
        'package main',
        'import ("context"; "fmt"; "github.com/AzureAD/microsoft-authentication-library-for-go/apps/confidential")',
        'func main() {',
        `  secret, _ := confidential.NewCredFromSecret("${clientSecret}")`,
        `  application, _ := confidential.New("${authority}",`,
        `    "${clientId}", secret, confidential.WithInstanceDiscovery(false))`,
        `  granted, err := application.AcquireTokenByCredential(context.Background(), []string{"${scope}"})`,
        '  if err != nil { panic(err) }',
        '  fmt.Println(granted.AccessToken)',
        '}',
      ],
    },
  ];
}
