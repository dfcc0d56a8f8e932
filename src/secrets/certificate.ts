import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Until when a certificate is good, if the key is an RSA key that belongs to it; both PEM. */
export function readCertificate(
  privateKeyPem: string,
  certificatePem: string,
): { readonly endsAt: Date } | undefined {
  try {
    const key = createPrivateKey(privateKeyPem);
    const certificate = new X509Certificate(certificatePem);
    const isPair = key.asymmetricKeyType === 'rsa' && certificate.checkPrivateKey(key);
    return isPair ? { endsAt: new Date(certificate.validTo) } : undefined;
  } catch {
    return undefined;
  }
}
