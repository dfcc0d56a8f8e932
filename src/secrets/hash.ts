import { createHash, timingSafeEqual } from 'node:crypto';

/** Only for secrets of 32 random bytes and more: a plain hash is safe where nobody can guess the input. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Compares in constant time, so that an answer's delay tells nothing about how much of a guess was right. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}
