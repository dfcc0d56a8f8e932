import { entrySchemas, type RequestSchema } from './request-schemas.ts';

/** Bodies by their names. */
export type Bodies = readonly (readonly [name: string, text: string])[];

const nul = '\\u0000';
/** Below the limit of values, so that they are parsed. */
const manyValues = 19_000;

/** As many repetitions as the room allows, of at most `manyValues`. */
function list(room: number, item: (index: number) => string): string {
  const items: string[] = [];
  let length = 0;
  for (let index = 0; index < manyValues; index += 1) {
    const text = item(index);
    length += text.length + 1;
    if (length > room) break;
    items.push(text);
  }
  return items.join(',');
}

/** The values that take most to parse or to check, each of about this size as JSON. */
function worstValues(bytes: number): Bodies {
  const fill = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));
  const nested = (open: string, shut: string, levels: number) =>
    `${open.repeat(levels)}1${shut.repeat(levels)}`;
  const deepest = Math.floor(bytes / 8);
  return [
    ['a long text', `"${fill('x')}"`],
    ['a long text of two bytes each', `"${'é'.repeat(Math.floor(bytes / 2))}"`],
    ['a text of spaces', `"${fill(' ')}"`],
    ['a text of digits', `"${fill('1')}"`],
    ['a text of escaped line breaks', `"${fill('\\n')}"`],
    ['a text of escaped quotation marks', `"${fill('\\"')}"`],
    ['a text of escaped characters', `"${fill('\\u00e9')}"`],
    ['a text of pairs of surrogates', `"${fill('\\ud83d\\ude42')}"`],
    ['a text that cannot be stored', `"${fill(nul)}"`],
    ['an address', `"${fill('a@')}"`],
    ['a long number', fill('1')],
    ['a number of many decimals', `0.${fill('1')}`],
    ['a number of many zeros', `1.${fill('0')}1`],
    ['a long exponent', `1e${fill('1')}`],
    ['exact exponents', `[${list(bytes, () => '1e2')}]`],
    ['exponents', `[${list(bytes, () => '1e400')}]`],
    ['negative exponents', `[${list(bytes, () => '-1e-400')}]`],
    ['numbers of 17 digits', `[${list(bytes, () => '12345678901234567')}]`],
    ['empty lists', `[${fill('[],')}0]`],
    ['many empty objects', `[${list(bytes, () => '{}')}]`],
    ['many texts', `[${list(bytes, (index) => `"${index}"`)}]`],
    ['many names', `{${list(bytes, (index) => `"k${index}":${index}`)}}`],
    ['more names than allowed', `{${fill('"a":1,')}"a":1}`],
    ['dangerous names', `[${list(bytes, () => '{"__proto__":{"a":1}}').slice(0, -1)}}]`],
    ['deep lists', nested('[', ']', 900)],
    ['deep objects', nested('{"a":', '}', 900)],
    ['deeper lists than allowed', nested('[', ']', deepest)],
    ['deeper objects than allowed', nested('{"a":', '}', deepest)],
    ['a long name', `{"${fill('x')}":1}`],
    [
      'texts that cannot be stored under a long name',
      `{"${fill('x').slice(0, bytes / 2)}":[${list(bytes / 2, () => `"${nul}"`)}]}`,
    ],
    ['unfinished text', `"${fill('x')}`],
    ['unfinished lists', fill('[')],
  ];
}

/** JSON bodies of at most this size, whatever the route. */
export function worstBodies(limit: number): Bodies {
  const room = limit - 200;
  const spaces = ' '.repeat(room);
  return [
    ['spaces', spaces],
    ['spaces in an object', `{${spaces}}`],
    ['a byte too many', `{"a":"${'x'.repeat(limit)}"}`],
    ['many times too much', `{"a":"${'x'.repeat(3 * limit)}"}`],
    ...worstValues(room).map(([name, text]): [string, string] => [name, `{"q":1e400,"a":${text}}`]),
  ];
}

/** Bodies of forms of at most this size. */
export function worstForms(limit: number): Bodies {
  const fill = (unit: string) => unit.repeat(Math.floor((limit - 10) / unit.length));
  return [
    ['a long field', `a=${fill('x')}`],
    ['many fields', fill('a=1&')],
    [
      'many different fields',
      Array.from({ length: limit / 8 }, (_, index) => index)
        .join('&')
        .slice(0, limit),
    ],
    ['escapes', `a=${fill('%41')}`],
    ['broken escapes', `a=${fill('%')}`],
    ['spaces', `a=${fill('+')}`],
    ['many times too much', `a=${'x'.repeat(3 * limit)}`],
  ];
}

/** As sent with `worstFileForms`. */
export const fileFormType = `multipart/form-data; boundary=${'-'.repeat(70)}`;

/** Bodies of forms with files of at most this size. */
export function worstFileForms(limit: number): Bodies {
  const begin = '-'.repeat(72);
  const part = `${begin}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const end = `\r\n${begin}--\r\n`;
  const room = limit - part.length - end.length;
  const fill = (unit: string) => unit.repeat(Math.floor(room / Buffer.byteLength(unit)));
  const file = (text: string) => `${part}${text}${end}`;
  return [
    ['a long file', file(fill('x'))],
    ['another alphabet', file(fill('ä'))],
    ['line ends', file(fill('\r\n'))],
    ['almost boundaries', file(fill(`\r\n${begin.slice(1)}x`))],
    ['half boundaries', file(fill('-'))],
    ['many files', fill(`${part}\r\n`) + end],
    ['no end of a head', `${begin}\r\n${fill('x\r\n')}`],
    ['no end of a file', `${part}${fill('\r\n-')}`],
    ['many times too much', file('x'.repeat(3 * limit))],
  ];
}

/** Otherwise valid bodies with the worst value in place of each member of the schema. */
export function worstMembers(schema: RequestSchema, sample: Sample, limit: number): Bodies {
  const valid = sampleOf('', schema, sample);
  const room = limit - JSON.stringify(valid).length - 200;
  return memberPaths(schema).flatMap((path) =>
    worstMemberValues(schema, path, sample, room).map(([name, text]): [string, string] => [
      `${path.join('.')}: ${name}`,
      replaced(valid, path, text),
    ]),
  );
}

const tried = [
  'a long text',
  'a text of spaces',
  'an address',
  'many texts',
  'many empty objects',
  'many names',
];

function worstMemberValues(schema: RequestSchema, path: Path, sample: Sample, room: number): Bodies {
  const member = schemaAt(schema, path);
  const entry = entrySchemas(member)[0];
  return [
    ...worstValues(room).filter(([name]) => tried.includes(name)),
    ...(member.items
      ? [
          [
            'many valid items',
            `[${list(room, () => JSON.stringify(sampleOf('', member.items ?? {}, sample)))}]`,
          ] as const,
        ]
      : []),
    ...(entry
      ? [
          [
            'many entries',
            `{${list(room, (index) => `"k${index}":${JSON.stringify(sampleOf('', entry, sample))}`)}}`,
          ] as const,
        ]
      : []),
  ];
}

type Path = readonly string[];

/** Existing values, by the names of their members. */
export type Sample = Readonly<Record<string, readonly string[]>>;

/** The simplest valid value. */
function sampleOf(name: string, schema: RequestSchema, sample: Sample): unknown {
  const part = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (part) return sampleOf(name, part, sample);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typeof schema.type === 'object' ? schema.type[0] : schema.type) {
    case 'string':
      if (sample[name]?.[0] !== undefined) return sample[name][0];
      if (schema.format === 'uuid') return '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7';
      return schema.format === 'date-time' ? '2026-11-15T09:00:00Z' : 'word';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(name, schema.items ?? {}, sample)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([member, inner]) => [
          member,
          sampleOf(member, inner, sample),
        ]),
      );
    default:
      return null;
  }
}

/** The paths of a schema's members, those of the first item of a list included. */
function memberPaths({ properties = {}, items, anyOf, oneOf }: RequestSchema): readonly Path[] {
  const part = anyOf?.[0] ?? oneOf?.[0];
  if (part) return memberPaths(part);
  const members = items ? { 0: items } : properties;
  return Object.entries(members).flatMap(([name, member]) => [
    [name],
    ...memberPaths(member).map((path) => [name, ...path]),
  ]);
}

function schemaAt(schema: RequestSchema, [name, ...rest]: Path): RequestSchema {
  const part = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (part) return schemaAt(part, name === undefined ? [] : [name, ...rest]);
  if (name === undefined) return schema;
  return schemaAt(schema.items ?? schema.properties?.[name] ?? {}, rest);
}

/** The value as JSON, with another text at the path. */
function replaced(value: unknown, path: Path, text: string): string {
  const mark = '\u0001';
  const put = (part: unknown, [name, ...rest]: Path): unknown => {
    if (name === undefined) return mark;
    const members = Array.isArray(part) ? [...part] : { ...(part as object) };
    (members as Record<string, unknown>)[name] = put((members as Record<string, unknown>)[name], rest);
    return members;
  };
  return JSON.stringify(put(value, path)).replace(JSON.stringify(mark), () => text);
}
