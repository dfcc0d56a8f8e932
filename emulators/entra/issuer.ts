/** The version 1 issuer does not depend on where the documents were read: it is the real one's, to the letter. */
export function issuerOf(version: 1 | 2, origin: string, tenant: string): string {
  return version === 1 ? `https://sts.windows.net/${tenant}/` : `${origin}/${tenant}/v2.0`;
}
