/**
 * An API key reads `tsk_<key id>_<secret><checksum>`: the prefix lets scanners spot a leaked one, the key id
 * finds its row, the secret is 32 random bytes in base62, and the checksum refuses a typing error without a
 * look-up. Only the hash of the whole text is ever stored. The key of a service account begins with `tsa`.
 */
export type KeyPrefix = 'tsk' | 'tsa';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const keyIdBytes = 8;
const secretBytes = 32;
const keyIdLength = 11;
const secretLength = 43;
const checksumLength = 6;

const keyPattern = new RegExp(
  `^(tsk|tsa)_([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${secretLength + checksumLength}}$`,
);

export interface NewApiKey {
  readonly keyId: string;
  /** The whole key, to be shown once. */
  readonly text: string;
}

export function makeApiKey(randomBytes: (count: number) => Uint8Array, prefix: KeyPrefix = 'tsk'): NewApiKey {
  const keyId = base62(randomBytes(keyIdBytes), keyIdLength);
  const body = `${prefix}_${keyId}_${base62(randomBytes(secretBytes), secretLength)}`;
  return { keyId, text: body + checksum(body) };
}

/** The key id of a well-formed key with this prefix; undefined for any other text. */
export function keyIdOf(text: string, prefix: KeyPrefix = 'tsk'): string | undefined {
  const match = keyPattern.exec(text);
  if (match?.[1] !== prefix) return undefined;
  const body = text.slice(0, -checksumLength);
  return checksum(body) === text.slice(-checksumLength) ? match[2] : undefined;
}

function base62(bytes: Uint8Array, length: number): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 62n) text = alphabet.charAt(Number(number % 62n)) + text;
  return text.padStart(length, alphabet.charAt(0));
}

function checksum(text: string): string {
  const number = crc32(text);
  const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);
  return base62(Uint8Array.from(bytes), checksumLength);
}

/** CRC-32 as in ISO 3309 (zip, PNG), over ASCII text. */
function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    remainder ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
