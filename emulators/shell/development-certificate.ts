import { webcrypto, X509Certificate } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** PEM: the key and certificate of an https server on loopback, and the authority that its clients trust. */
export interface DevelopmentCertificate {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 24 * 60 * 60_000;
const validDays = 800;
const renewalDays = 30;

/**
 * The folder's certificate, made on the first call. Its authority's key is never written: nobody can sign another
 * certificate that clients of this one would trust.
 */
export async function loadDevelopmentCertificate(
  folder: string,
  now = new Date(),
): Promise<{ readonly certificate: DevelopmentCertificate; readonly caFile: string }> {
  const { caFile, serverFile } = filesIn(folder);
  const [ca, server] = await Promise.all([caFile, serverFile].map(readIfThere));
  const stored = ca && server && { key: server, cert: server, ca };
  if (stored && isUsable(stored, now)) return { certificate: stored, caFile };
  const certificate = await createDevelopmentCertificate(now);
  await replaceFile(serverFile, certificate.cert + certificate.key, 0o600);
  await replaceFile(caFile, certificate.ca, 0o644);
  return { certificate, caFile };
}

export async function removeDevelopmentCertificate(folder: string): Promise<void> {
  for (const file of Object.values(filesIn(folder))) await rm(file, { force: true });
}

function filesIn(folder: string) {
  return { caFile: join(folder, 'development-ca.pem'), serverFile: join(folder, 'development-server.pem') };
}

async function createDevelopmentCertificate(now = new Date()): Promise<DevelopmentCertificate> {
  // Slow to load, and needed once for a folder.
  const x509 = await import('@peculiar/x509');
  const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [authority, server] = await Promise.all([newKeys(), newKeys()]);
  const life = {
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + validDays * day),
    signingAlgorithm: algorithm,
  };
  // Some clients refuse certificates without both key identifiers.
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...life,
    name: 'CN=Development CA of the emulators on this machine',
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...life,
    subject: 'CN=localhost',
    issuer: ca.subject,
    publicKey: server.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(server.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', server.privateKey));
  return {
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
    cert: `${leaf.toString('pem')}\n`,
    ca: `${ca.toString('pem')}\n`,
  };
}

function isUsable({ cert, ca }: DevelopmentCertificate, now: Date): boolean {
  try {
    const [leaf, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
    const end = Date.parse(leaf.validTo);
    return leaf.verify(authority.publicKey) && end - now.getTime() > renewalDays * day;
  } catch {
    return false;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** Replaces the file atomically, with the mode from the start. */
async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode });
  await rename(draft, file);
}
