/** Random numbers that repeat for a seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, 1 not included (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  uuid(): string {
    const digits = (count: number) =>
      Array.from({ length: count }, () => this.below(16).toString(16)).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  }
}

/** JSON text that no JavaScript value produces. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const uuid = '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7';

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u00a0',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u2066',
  '😀'.repeat(60),
  'x'.repeat(70),
  'x'.repeat(500),
  'é'.repeat(400),
  "'; drop table products; --",
  '%00',
  '__proto__',
  'constructor',
  'null',
  '{"a":1}',
  '\\u0000',
  'W/"1"',
  '*',
  uuid,
  uuid.toUpperCase(),
  `urn:uuid:${uuid}`,
  `{${uuid}}`,
  uuid.replaceAll('-', ''),
  `${uuid}\n`,
  '2016-12-31T23:59:60Z',
  '2026-11-15T09:00:00+00',
  '2026-11-15T09:00:00,5Z',
  '2026-11-15 09:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-11-15T09:00:00Z',
  '1e9',
  '-1',
  '99999999999999999999',
  'NaN',
  'https://x.example/\0',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  'a@b',
  `${'a'.repeat(310)}@x.example`,
  Buffer.from(JSON.stringify(['2026-11-15T09:00:00Z', uuid, 'a\0'])).toString('base64url'),
  Buffer.from(JSON.stringify([false, '0000-01-01', 'a', 'b', 'c\0'])).toString('base64url'),
  `2026-11-15T09:00:00.000Z_${uuid}_1`,
  `-271821-04-20T00:00:00.000Z_${uuid}_999999999`,
];

const deep = (open: string, shut: string, levels: number) =>
  new RawJson(`${open.repeat(levels)}1${shut.repeat(levels)}`);

export const hostileJson: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  Number.MIN_VALUE,
  Number.MAX_VALUE,
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson('1e-400'),
  new RawJson('1000000000.0000000001'),
  new RawJson('123456789012345678901234567890'),
  new RawJson('-0.0'),
  [],
  {},
  [null],
  [[]],
  [{}],
  { a: 1 },
  new RawJson('{"__proto__":{"polluted":true}}'),
  new RawJson('{"constructor":{"prototype":{"polluted":true}}}'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson(JSON.stringify(Array.from({ length: 3_000 }, () => uuid))),
  new RawJson(`{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":true`).join(',')}}`),
  deep('[', ']', 900),
  deep('{"a":', '}', 900),
  deep('[', ']', 20_000),
];

/** As JSON; sometimes with a duplicate member, or one named `__proto__`. */
export function writeJson(chance: Chance, value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(chance, item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeJson(chance, member)}`,
  );
  if (members.length > 0 && chance.is(0.02)) members.push(chance.of(members));
  if (chance.is(0.02)) members.push('"__proto__":{"polluted":true}');
  return `{${members.join(',')}}`;
}
