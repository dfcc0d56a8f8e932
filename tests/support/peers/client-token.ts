/** The marketplace's application: the sender of notifications, and the resource of publishers' tokens. */
export const marketplaceApplication = {
  clientId: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  secret: 'a-secret-of-the-marketplace',
};

/** A token of the identity provider by the application's secret. */
export async function clientToken(
  idpUrl: string,
  tenantId: string,
  application: { readonly clientId: string; readonly secret: string },
  audience: string,
): Promise<string> {
  const answer = await fetch(`${idpUrl}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: application.clientId,
      client_secret: application.secret,
      scope: `${audience}/.default`,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
