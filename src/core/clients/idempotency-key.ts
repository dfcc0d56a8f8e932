import { type Refusal, refuseInvalid } from '../refusal.ts';

export const idempotencyKeyMaxLength = 255;

const message = `must be 1 to ${idempotencyKeyMaxLength} printable ASCII characters, quoted or bare`;

const printable = /^[\x20-\x7e]+$/;
/** A string as structured fields write it (RFC 9651, 3.3.3): only quotes and backslashes are escaped. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * The key in the header `Idempotency-Key`: a quoted string as in the standard, or bare as most clients send it. Both
 * forms name the same key. A value that begins with a quote must be a valid quoted string. Null: no header.
 */
export function readIdempotencyKey(header: string | undefined): string | null | Refusal {
  if (header === undefined) return null;
  const text = header.trim();
  const key = text.startsWith('"') ? quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') : text;
  if (key === undefined || key.length > idempotencyKeyMaxLength || !printable.test(key)) {
    return refuseInvalid([{ path: 'Idempotency-Key', rule: 'format', message }]);
  }
  return key;
}
