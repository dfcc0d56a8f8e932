/** How the application of a connection authenticates to the identity provider. */
export type MarketplaceCredential =
  | { readonly kind: 'secret'; readonly clientSecret: string }
  /** Both in PEM. */
  | { readonly kind: 'certificate'; readonly privateKeyPem: string; readonly certificatePem: string };

/** The text to seal. */
export function credentialText(credential: MarketplaceCredential): string {
  return JSON.stringify(credential);
}

/** Text that is not JSON is a secret from before certificates were supported. */
export function readCredentialText(text: string): MarketplaceCredential {
  const { kind, clientSecret, privateKeyPem, certificatePem } = membersOf(text);
  if (kind === 'secret' && typeof clientSecret === 'string') return { kind, clientSecret };
  if (kind === 'certificate' && typeof privateKeyPem === 'string' && typeof certificatePem === 'string') {
    return { kind, privateKeyPem, certificatePem };
  }
  return { kind: 'secret', clientSecret: text };
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
