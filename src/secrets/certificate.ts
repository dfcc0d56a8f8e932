import { createPrivateKey, X509Certificate } from 'node:crypto';

/** The expiry of the certificate; undefined unless the key is its RSA key. Both in PEM. */
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
