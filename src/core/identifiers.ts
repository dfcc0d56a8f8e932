const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const slugMaxLength = 64;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slugPattern.test(text);
}

/** A UUID of version 7: new rows sort behind old ones, so that indexes grow at one end. */
export function timeOrderedId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = Array.from(randomBytes(10), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(4, 7)}`,
    random.slice(7, 19),
  ].join('-');
}
