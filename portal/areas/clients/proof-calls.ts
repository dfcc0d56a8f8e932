interface Proof {
  readonly applicationId: string;
  readonly tokenUrl: string;
  readonly scope: string;
  readonly verifyUrl: string;
  readonly challenge: string;
}

/** Sample verification calls in several languages; only the application's secret is missing. */
export const proofCalls = [
  {
    name: 'curl',
    write: ({ applicationId, tokenUrl, scope, verifyUrl, challenge }: Proof) => `CLIENT_SECRET='…'

TOKEN=$(curl -s '${tokenUrl}' \\
  -d grant_type=client_credentials -d client_id=${applicationId} \\
  --data-urlencode "client_secret=$CLIENT_SECRET" -d scope=${scope} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -s '${verifyUrl}' \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"challenge":"${challenge}"}'`,
  },
  {
    name: 'PowerShell',
    write: ({ applicationId, tokenUrl, scope, verifyUrl, challenge }: Proof) => `$clientSecret = '…'

$token = (Invoke-RestMethod -Method Post -Uri '${tokenUrl}' -Body @{
  grant_type    = 'client_credentials'
  client_id     = '${applicationId}'
  client_secret = $clientSecret
  scope         = '${scope}'
}).access_token

Invoke-RestMethod -Method Post -Uri '${verifyUrl}' \`
  -Headers @{ Authorization = "Bearer $token" } -ContentType 'application/json' \`
  -Body (@{ challenge = '${challenge}' } | ConvertTo-Json)`,
  },
  {
    name: 'TypeScript',
    write: ({ applicationId, tokenUrl, scope, verifyUrl, challenge }: Proof) => `const clientSecret = '…';

const answer = await fetch('${tokenUrl}', {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: '${applicationId}',
    client_secret: clientSecret,
    scope: '${scope}',
  }),
});
const { access_token: token } = (await answer.json()) as { access_token: string };

const verified = await fetch('${verifyUrl}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ challenge: '${challenge}' }),
});
console.log(verified.status, await verified.text());`,
  },
] as const;
