import { createHash } from 'node:crypto';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isGuid(text: string): boolean {
  return GUID.test(text);
}

/** Derives the same id from the same names in every run. */
export function guidOf(...names: string[]): string {
  const digits = createHash('sha256').update(names.join('\n')).digest('hex');
  const variant = (Number.parseInt(digits.charAt(16), 16) & 3) | 8;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant.toString(16)}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
