export interface ThrowAwayCertificate {
  readonly key: string;
  readonly cert: string;
}

/** For this machine's loopback only. Clients trust it by `NODE_EXTRA_CA_CERTS`. */
export async function createThrowAwayCertificate(): Promise<ThrowAwayCertificate> {
  // Slow to load, and only https needs it.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key, cert };
}
