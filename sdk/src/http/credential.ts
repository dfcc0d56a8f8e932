import type { Credential } from '../credential.ts';
import { TesseraConfigurationError } from '../errors.ts';
import { Lazy } from '../lazy.ts';
import type { Authoriser, AuthoriserParts } from './authoriser.ts';

export function createAuthoriser(credential: Credential, parts: AuthoriserParts): Authoriser {
  for (const [name, value] of Object.entries(textsOf(credential))) {
    if (typeof value !== 'string' || !value) {
      throw new TesseraConfigurationError(`credential.${name} is missing: give it as text.`);
    }
  }
  if ('apiKey' in credential) {
    const header = ['x-api-key', credential.apiKey] as const;
    return { header: async () => header, reject: () => false };
  }
  const authoriser = new Lazy(async () => {
    const { TokenAuthoriser } = await import('./token.ts');
    return new TokenAuthoriser(credential, parts);
  });
  return {
    header: async () => (await authoriser.get()).header(),
    reject: (value) => authoriser.loaded?.reject(value) ?? false,
  };
}

/** The members that the credential must have. */
function textsOf(credential: Credential): Readonly<Record<string, unknown>> {
  if (!credential) throw new TesseraConfigurationError('credential is missing: use { apiKey }.');
  if ('apiKey' in credential) return credential;
  const { tenantId, clientId, scope } = credential;
  const proof =
    'clientSecret' in credential
      ? { clientSecret: credential.clientSecret }
      : { certificate: credential.certificate?.certificate, privateKey: credential.certificate?.privateKey };
  return { tenantId, clientId, scope, ...proof };
}
