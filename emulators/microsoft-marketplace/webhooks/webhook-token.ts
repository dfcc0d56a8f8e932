import { marketplaceSecret, microsoftMarketplace } from '../../shell/first-party-apps.ts';
import type { Publisher } from '../directory.ts';

/** The token of a webhook call, issued to the marketplace for the publisher's application in its tenant. */
export async function fetchWebhookToken(
  idpUrl: string,
  { tenantId, clientId }: Publisher,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${idpUrl}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    signal,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: microsoftMarketplace.appId,
      client_secret: marketplaceSecret,
      scope: `${clientId}/.default`,
    }),
  });
  const body = (await response.json()) as {
    readonly access_token?: string;
    readonly error_description?: string;
  };
  if (body.access_token === undefined) {
    throw new Error(`no token: ${body.error_description?.split('\r\n')[0] ?? response.status}`);
  }
  return body.access_token;
}
