import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts what we must be able to read again. `belongsTo` is bound in: sealed text that is moved to another row does
 * not open there.
 */
export function seal(secret: string, key: Uint8Array, belongsTo: string): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(belongsTo));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when the key is another, the text was changed, or it belongs elsewhere. */
export function unseal(sealed: Uint8Array, key: Uint8Array, belongsTo: string): string {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(belongsTo)).setAuthTag(tag);
  const text = decipher.update(bytes.subarray(nonceLength + tagLength));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
