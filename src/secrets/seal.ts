import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** 32 bytes each. */
export interface EncryptionKey {
  /** Seals and unseals. */
  readonly current: Uint8Array;
  /** Only unseal: keys from before a rotation, until `rekey` has resealed everything. */
  readonly old: readonly Uint8Array[];
}

/** Each purpose has its own derived key, so that a sealed text cannot be unsealed for another purpose. */
type SealPurpose =
  | 'account form'
  | 'canary'
  | 'cookie'
  | 'licence credential'
  | 'marketplace credential'
  | 'purchase confirmation'
  | 'purchase link'
  | 'signing key'
  | 'webhook headers'
  | 'webhook secret';

export interface SealContext {
  readonly purpose: SealPurpose;
  /** Additional authenticated data: a sealed text cannot be moved to another row. */
  readonly belongsTo: string;
}

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const nonceLength = 12;
const authTagLength = 16;
const marker = Buffer.from('tsk1');
const keyIdLength = 8;

/** Encrypts a secret. The result is a header with the key id, the nonce, the tag and the ciphertext. */
export function seal(secret: string, key: EncryptionKey, { purpose, belongsTo }: SealContext): Uint8Array {
  const header = sealHeader(key.current);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, derivedKey(key.current, purpose), nonce, { authTagLength });
  cipher.setAAD(Buffer.concat([header, Buffer.from(belongsTo)]));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), text]);
}

/** Throws if no key fits, or the text was changed or moved. */
export function unseal(sealed: Uint8Array, key: EncryptionKey, { purpose, belongsTo }: SealContext): string {
  const bytes = Buffer.from(sealed);
  const about = Buffer.from(belongsTo);
  for (const bytesOfKey of [key.current, ...key.old]) {
    const header = sealHeader(bytesOfKey);
    if (!bytes.subarray(0, header.length).equals(header)) continue;
    const body = bytes.subarray(header.length);
    return decrypt(body, derivedKey(bytesOfKey, purpose), Buffer.concat([header, about]));
  }
  throw new Error('A sealed secret cannot be unsealed: it was sealed with another key');
}

/** The prefix of every text that the key seals. */
export function sealHeader(key: Uint8Array): Buffer {
  return derived(key, 'header', () => Buffer.concat([marker, derive(key, 'key id', keyIdLength)]));
}

function decrypt(bytes: Buffer, key: Uint8Array, about: Buffer): string {
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + authTagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength }).setAAD(about).setAuthTag(tag);
  const text = decipher.update(bytes.subarray(nonceLength + authTagLength));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

const derivedKey = (key: Uint8Array, purpose: SealPurpose) =>
  derived(key, `purpose ${purpose}`, () => derive(key, `seal ${purpose}`, keyLength));

/** Key derivation costs more than decryption, so derived keys are cached for the life of the key. */
const cache = new WeakMap<Uint8Array, Map<string, Buffer>>();

function derived(key: Uint8Array, name: string, make: () => Buffer): Buffer {
  const keys = cache.get(key) ?? new Map<string, Buffer>();
  cache.set(key, keys);
  const found = keys.get(name) ?? make();
  keys.set(name, found);
  return found;
}

function derive(key: Uint8Array, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `tessera ${info}`, length));
}
