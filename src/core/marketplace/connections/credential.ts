/** How the application of a connection authenticates to the identity provider. */
export type MarketplaceCredential =
  | { readonly kind: 'secret'; readonly clientSecret: string }
  /** Both in PEM. */
  | { readonly kind: 'certificate'; readonly privateKeyPem: string; readonly certificatePem: string };

/** The text to seal. */
export function credentialText(credential: MarketplaceCredential): string {
  return JSON.stringify(credential);
}

/** The credential of a text that `credentialText` made. */
export function readCredentialText(text: string): MarketplaceCredential {
  return JSON.parse(text);
}
