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

/** A version 7 UUID: new rows sort after old ones, so indexes grow at one end. */
export function timeOrderedId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  return idFrom(timeOfId(now), randomBytes(randomOfId), 0);
}

/** Many ids from one call for random bytes: the call costs more than an id. */
export function timeOrderedIds(
  count: number,
  now: Date,
  randomBytes: (count: number) => Uint8Array,
): readonly string[] {
  const random = randomBytes(count * randomOfId);
  const time = timeOfId(now);
  return Array.from({ length: count }, (_, index) => idFrom(time, random, index * randomOfId));
}

/** An id for each instant, from one call for random bytes. */
export function timeOrderedIdsAt(
  instants: readonly Date[],
  randomBytes: (count: number) => Uint8Array,
): readonly string[] {
  const random = randomBytes(instants.length * randomOfId);
  return instants.map((instant, index) => idFrom(timeOfId(instant), random, index * randomOfId));
}

function timeOfId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** Uses the random bytes from `at` on; version and variant replace six of their bits. */
function idFrom(time: string, random: Uint8Array, at: number): string {
  const pair = (index: number, keep = 0xff, set = 0) => hexadecimal[((random[at + index] ?? 0) & keep) | set];
  const rest = `${pair(4)}${pair(5)}${pair(6)}${pair(7)}${pair(8)}${pair(9)}`;
  return `${time}-${pair(0, 0x0f, 0x70)}${pair(1)}-${pair(2, 0x3f, 0x80)}${pair(3)}-${rest}`;
}

/** The lowest id of an instant: ids made at that instant or later sort after it. */
export function lowestIdAt(instant: Date): string {
  return timeOrderedId(instant, (count) => new Uint8Array(count));
}
