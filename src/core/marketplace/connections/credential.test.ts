import fc from 'fast-check';
import { expect, it } from 'vitest';
import { credentialText, readCredentialText } from './credential.ts';

it('a credential round-trips', () => {
  const anySecret = fc.record({ kind: fc.constant('secret' as const), clientSecret: fc.string() });
  const anyCertificate = fc.record({
    kind: fc.constant('certificate' as const),
    privateKeyPem: fc.string(),
    certificatePem: fc.string(),
  });
  fc.assert(
    fc.property(fc.oneof(anySecret, anyCertificate), (credential) => {
      expect(readCredentialText(credentialText(credential))).toEqual(credential);
    }),
  );
});
