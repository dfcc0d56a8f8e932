import { tokenAddress, tokenForm } from '../outgoing/client-credentials.ts';
import type { Exchange } from '../outgoing/exchange.ts';
import type { GrantedToken } from '../outgoing/granted-token.ts';
import type { Account } from './account.ts';
import type { Failure } from './failure.ts';
import { callProvider } from './provider-call.ts';
import { readTokenAnswer } from './token-answer.ts';

/** The same for every address of Graph. */
const graphScope = 'https://graph.microsoft.com/.default';

export async function requestToken(
  exchange: Exchange,
  authUrl: string,
  { tenantId, application }: Account,
  signal: AbortSignal,
): Promise<GrantedToken | Failure> {
  const { clientId, clientSecret } = application;
  const form = tokenForm(clientId, { client_secret: clientSecret }, graphScope);
  const answer = await callProvider(exchange, tokenAddress(authUrl, tenantId), { form }, signal);
  return answer.outcome === 'answered' ? readTokenAnswer(answer) : answer;
}
