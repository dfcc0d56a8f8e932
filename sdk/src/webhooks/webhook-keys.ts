import { TesseraConfigurationError } from '../errors.ts';

const prefix = 'whsec_';

/** The keys of webhook secrets. Throws `TesseraConfigurationError`. */
export function readKeys(secrets: string | readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const texts = typeof secrets === 'string' ? [secrets] : secrets;
  const keys = texts.map((secret) => {
    try {
      return Uint8Array.from(atob(secret.replace(prefix, '')), (character) => character.charCodeAt(0));
    } catch {
      return new Uint8Array();
    }
  });
  if (keys.length > 0 && keys.every((key) => key.length > 0)) return keys;
  throw new TesseraConfigurationError(
    `Use the secret of the webhook endpoint, ${prefix} and base64, or a list of them.`,
  );
}
