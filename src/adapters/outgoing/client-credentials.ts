/** The form fields that authenticate the client. */
export type ClientProof =
  | { readonly client_secret: string }
  | { readonly client_assertion_type: string; readonly client_assertion: string };

export function tokenAddress(authUrl: string, tenantId: string): string {
  return `${authUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
}

export function tokenForm(clientId: string, proof: ClientProof, scope: string): URLSearchParams {
  return new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, ...proof, scope });
}
