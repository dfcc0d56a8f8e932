import { dayMessage } from './day.ts';
import { timestampMessage } from './timestamp.ts';

/** What a schema requires of a value, by keyword; `params` as the validator reports them. */
export interface BrokenRule {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID, such as 0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  'date-time': timestampMessage,
  date: dayMessage,
};

/** Pattern of non-blank text. */
export const notBlank = '\\S';

const patterns: Readonly<Record<string, string>> = {
  [notBlank]: 'must not be blank',
  '^[0-9A-Za-z]{11}$': 'must be the id of a key: 11 letters and digits',
  '^[A-Za-z0-9_-]{43}$': 'must be the id of a signing key: 43 characters of base64url',
  '^[^\\s@]+@[^\\s@]+$': 'must be an e-mail address, such as bea@contoso.example',
  '^[A-Za-z0-9+/]+={0,2}$': 'must be base64',
  '^[ -~]+$': 'must have printable ASCII characters only',
};

const sentences: Readonly<Record<string, (params: BrokenRule['params']) => string | undefined>> = {
  required: () => 'is required',
  type: ({ type }) => `must be ${typesIn(type).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of: ${listed(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  format: ({ format }) => formats[String(format)],
  pattern: ({ pattern }) => patterns[String(pattern)],
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'must not have the same entry twice',
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  minimum: ({ limit }) => `must be ${limit} or more`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  additionalProperties: ({ additionalProperty }) => `must not have the member ${String(additionalProperty)}`,
  anyOf: () => 'has none of the allowed forms',
  not: () => 'has members that exclude each other',
};

/** What is wrong with a value, in plain words that follow its name: `name must not be blank`. Undefined: not known. */
export function ruleMessage({ keyword, params }: BrokenRule): string | undefined {
  return sentences[keyword]?.(params);
}

function typesIn(type: unknown): readonly string[] {
  const names = Array.isArray(type) ? type : String(type).split(',');
  return names.map((name) => types[String(name)] ?? String(name));
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.map(String).join(', ') : '');

const counted = (limit: unknown, one: string, more = `${one}s`): string =>
  `${String(limit)} ${limit === 1 ? one : more}`;
