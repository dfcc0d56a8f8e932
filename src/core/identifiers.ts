const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const slugMaxLength = 64;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slugPattern.test(text);
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const randomOfId = 10;

/** A UUID of version 7: new rows sort behind old ones, so that indexes grow at one end. */
export function timeOrderedId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  return idFrom(now, randomBytes(randomOfId));
}

/** So many of them, for one draw of randomness: a draw costs more than an id. */
export function timeOrderedIds(
  count: number,
  now: Date,
  randomBytes: (count: number) => Uint8Array,
): readonly string[] {
  const random = randomBytes(count * randomOfId);
  return Array.from({ length: count }, (_, index) =>
    idFrom(now, random.subarray(index * randomOfId, (index + 1) * randomOfId)),
  );
}

function idFrom(now: Date, randomBytes: Uint8Array): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  let random = '';
  for (const byte of randomBytes) random += hexadecimal[byte];
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16);
  const [first, second, third] = [random.slice(0, 3), random.slice(4, 7), random.slice(7, 19)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${first}-${variant}${second}-${third}`;
}

/** No id that was made at the instant or later sorts before it. */
export function lowestIdAt(instant: Date): string {
  return timeOrderedId(instant, (count) => new Uint8Array(count));
}
