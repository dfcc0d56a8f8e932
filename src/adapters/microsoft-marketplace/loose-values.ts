/** Lenient parsers for values of the marketplace, which may be padded, quoted, null or absent. */

export type Members = Readonly<Record<string, unknown>>;

const zeroId = '00000000-0000-0000-0000-000000000000';

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;
}

/** Empty if there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function textOrNull(value: unknown): string | null {
  return textOf(value) || null;
}

/** The id of a tenant or user; null also for the zero id. */
export function directoryIdOf(value: unknown): string | null {
  const text = textOf(value).toLowerCase();
  return text === '' || text === zeroId ? null : text;
}

export function flagOf(value: unknown, otherwise: boolean): boolean {
  if (typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  return text === 'true' || (text !== 'false' && otherwise);
}

/** A whole number of at least 1; null for null, 0, empty text or absence. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
}

export function enumOf<Name extends string>(value: unknown, names: readonly Name[]): Name | undefined {
  const text = textOf(value).toLowerCase();
  return names.find((name) => name.toLowerCase() === text);
}

/**
 * The items of a list, bare or in a member. An empty body is an empty list; undefined for any other body.
 */
export function itemsOf(body: unknown, member: string): readonly unknown[] | undefined {
  if (body === undefined || body === null) return [];
  if (Array.isArray(body)) return body;
  const members = membersOf(body);
  if (members === undefined) return undefined;
  const items = members[member];
  if (Array.isArray(items)) return items;
  const hasNothing = items === null || Object.keys(members).every((name) => name.startsWith('@'));
  return hasNothing ? [] : undefined;
}

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;

/** A quantity as JSON text, never converted to a double. */
export function exactQuantity(quantity: string): string {
  if (!decimal.test(quantity)) throw new RangeError(`"${quantity}" is not a plain decimal`);
  return quantity;
}

/**
 * A quantity of the marketplace as decimal text; null if invalid. A double keeps decimals of up to 15 significant digits
 * exactly; reported quantities have at most 9 digits before the point (or are 1,000,000,000) and 6 after it.
 */
export function readQuantity(value: unknown): string | null {
  if (typeof value === 'string') return readQuantityText(value.trim());
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? plainDecimal(value) : null;
}

function readQuantityText(text: string): string | null {
  return decimal.test(text) ? text : null;
}

/** The shortest text of the number, without an exponent. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`;
  return all.padEnd(point, '0');
}
