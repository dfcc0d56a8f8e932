import { LRUCache } from 'lru-cache';
import type { VerifiedToken } from '../../core/clients/ports.ts';
import type { SigningKey } from './signing-key.ts';

interface Entry {
  readonly text: string;
  readonly token: VerifiedToken;
  readonly key: SigningKey;
}

export interface VerifiedTokens {
  find(text: string, now: Date): VerifiedToken | undefined;
  store(text: string, token: VerifiedToken, key: SigningKey): void;
}

const entryLimit = 10_000;
const charactersLimit = 32 * 1024 * 1024;
const tailLength = 43;

/**
 * A cache of verified tokens, keyed by the tail of the signature and compared in full, which is cheaper than a hash. An
 * entry ends when its token expires or its key is withdrawn.
 */
export function createVerifiedTokens(): VerifiedTokens {
  const entries = new LRUCache<string, Entry>({
    max: entryLimit,
    maxSize: charactersLimit,
    sizeCalculation: ({ text }) => text.length,
  });

  return {
    find(text, now) {
      const tail = text.slice(-tailLength);
      const entry = entries.get(tail);
      if (entry?.text !== text) return undefined;
      if (entry.key.isWithdrawn || now >= entry.token.expiresAt) {
        entries.delete(tail);
        return undefined;
      }
      return entry.token;
    },
    store(text, token, key) {
      entries.set(text.slice(-tailLength), { text, token, key });
    },
  };
}
