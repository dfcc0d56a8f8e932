import type { Account } from './account.ts';
import { callProvider } from './provider-call.ts';
import { type GrantedToken, readTokenAnswer } from './token-answer.ts';
import type { Trouble } from './trouble.ts';

/** What tokens for Graph are asked for by, wherever Graph itself is reached. */
const graphScope = 'https://graph.microsoft.com/.default';

export async function requestToken(
  call: typeof fetch,
  authUrl: string,
  { tenantId, application }: Account,
  signal: AbortSignal,
): Promise<GrantedToken | Trouble> {
  const address = `${authUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  const form = {
    grant_type: 'client_credentials',
    client_id: application.clientId,
    client_secret: application.clientSecret,
    scope: graphScope,
  };
  const answer = await callProvider(call, address, { form }, signal);
  return answer.outcome === 'answered' ? readTokenAnswer(answer) : answer;
}
