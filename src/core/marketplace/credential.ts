/** How a connection's application proves itself to the identity provider. */
export type MarketplaceCredential =
  | { readonly kind: 'secret'; readonly clientSecret: string }
  /** The private key that belongs to a certificate of the application's; both PEM. */
  | { readonly kind: 'certificate'; readonly privateKeyPem: string; readonly certificatePem: string };

/** As it is sealed. */
export function credentialText(credential: MarketplaceCredential): string {
  return JSON.stringify(credential);
}

/** What was sealed as a text of its own, before there were certificates, is a secret. */
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
