/** The version 1 issuer is the real provider's, whatever the origin. */
export function issuerOf(version: 1 | 2, origin: string, tenant: string): string {
  return version === 1 ? `https://sts.windows.net/${tenant}/` : `${origin}/${tenant}/v2.0`;
}
