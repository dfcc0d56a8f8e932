import { createHash, timingSafeEqual } from 'node:crypto';

/** Only for secrets of at least 32 random bytes, where a plain hash is safe. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Compares in constant time, to prevent timing attacks. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}

/** Tells one content from another. */
export function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
