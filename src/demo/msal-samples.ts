import type { DemoFacts } from './facts.ts';

/** A program that prints a token of the emulated identity provider. */
export interface MsalSample {
  readonly language: 'Node' | 'Python' | 'Go';
  /** Makes the library trust the development certificate, in the shell that runs the program. */
  readonly trust: string;
  readonly program: readonly string[];
}

/** With MSAL of each language, complete. The libraries accept https only. */
export function msalSamples({ idp, caFile }: Pick<DemoFacts, 'idp' | 'caFile'>): readonly MsalSample[] {
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
