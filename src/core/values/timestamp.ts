const minute = 60_000;
const hour = 60 * minute;

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const earliest = Date.UTC(1970);
const latest = Date.UTC(10_000) - 1;

export const timestampMessage =
  'must be an RFC 3339 timestamp with an offset, such as 2026-11-15T09:00:00Z, in the years 1970 to 9999';

/**
 * The instant of an RFC 3339 timestamp, the only format for input. The offset is required. Seconds are optional; a
 * fraction of up to 9 digits is truncated to milliseconds. Undefined for any other text, a day that does not exist, a
 * leap second, or a year outside 1970 to 9999.
 */
export function readTimestamp(text: string): Date | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const part = (position: number) => Number(match[position] ?? 0);
  const [year, month, day, hours, minutes, seconds] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const [offsetHours, offsetMinutes] = [part(9), part(10)];
  if (hours > 23 || minutes > 59 || seconds > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;

  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  local.setUTCHours(hours, minutes, seconds, milliseconds);
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * hour + offsetMinutes * minute);
  const instant = local.getTime() - offset;
  return year >= 1970 && instant >= earliest && instant <= latest ? new Date(instant) : undefined;
}

/** The instant of a text that a schema has validated as a timestamp. */
export function instantOf(text: string): Date {
  const instant = readTimestamp(text);
  if (!instant) throw new Error('The text was not validated as a timestamp');
  return instant;
}
