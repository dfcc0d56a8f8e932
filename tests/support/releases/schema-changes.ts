export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** `request`: callers send the values, and must be able to go on. `response`: they receive them, and know only the values of before. */
export type Direction = 'request' | 'response';

export interface Compared {
  readonly direction: Direction;
  readonly where: string;
  readonly resolveBefore: (schema: Schema) => Schema;
  readonly resolveAfter: (schema: Schema) => Schema;
}

const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const sameOrAbsent = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'not'];

/**
 * The changes of a schema that are not additive. No member may go, and every value of the narrower schema must be one of the wider:
 * what was accepted of a request still is, and what a response may be now, it might have been before. New members are additive.
 */
export function schemaChanges(before: Schema, after: Schema, compared: Compared): readonly string[] {
  return compare(compared.resolveBefore(before), compared.resolveAfter(after), compared);
}

function compare(before: Schema, after: Schema, compared: Compared): readonly string[] {
  const { where, direction } = compared;
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  if (alternativesOf(before) || alternativesOf(after)) return compareAlternatives(before, after, compared);
  const changed = (what: string, was: unknown, is: unknown) =>
    `${where}: ${what} was ${text(was)}, is ${text(is)}`;
  const found: string[] = [];

  const types = typesOf(narrow);
  const admitted = typesOf(wide);
  if (
    admitted &&
    !types?.every((type) => admitted.includes(type) || (type === 'integer' && admitted.includes('number')))
  ) {
    // Of another type, nothing else can be compared.
    return [changed('the type', before.type, after.type)];
  }
  const values = valuesOf(narrow);
  const admittedValues = valuesOf(wide);
  if (admittedValues && !values?.every((value) => admittedValues.includes(value))) {
    found.push(changed('the list of values', before.enum ?? before.const, after.enum ?? after.const));
  }
  for (const keyword of [...upperBounds, ...lowerBounds]) {
    const [bound, admittedBound] = [boundOf(narrow, keyword), wide[keyword]];
    if (typeof admittedBound !== 'number') continue;
    const sign = upperBounds.includes(keyword) ? 1 : -1;
    const isWithin = typeof bound === 'number' && sign * bound <= sign * admittedBound;
    if (!isWithin && !valuesOf(narrow)) found.push(changed(keyword, before[keyword], after[keyword]));
  }
  for (const keyword of sameOrAbsent) {
    const isKept = text(narrow[keyword]) === text(wide[keyword]);
    if (wide[keyword] !== undefined && !isKept && !valuesOf(narrow)) {
      found.push(changed(keyword, before[keyword], after[keyword]));
    }
  }
  return [...found, ...compareMembers(before, after, compared)];
}

/** The length of a UUID is bounded without the keyword. */
function boundOf(schema: Schema, keyword: string): unknown {
  return schema[keyword] ?? (keyword === 'maxLength' && schema.format === 'uuid' ? 36 : undefined);
}

function compareMembers(before: Schema, after: Schema, compared: Compared): readonly string[] {
  const { where, direction } = compared;
  const found: string[] = [];
  const inside = (name: string, one: Schema, other: Schema) =>
    found.push(...schemaChanges(one, other, { ...compared, where: `${where}${name}` }));

  for (const [name, member] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name];
    if (now) inside(`.${name}`, member, now);
    else found.push(`${where}.${name}: the member is gone`);
  }
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  for (const name of wide.required ?? []) {
    if (narrow.required?.includes(name)) continue;
    const isNew = !before.properties?.[name];
    if (direction === 'request') {
      found.push(`${where}.${name}: ${isNew ? 'the new member' : 'the member'} is required now`);
    } else if (after.properties?.[name]) found.push(`${where}.${name}: the member may be absent now`);
  }
  const [others, othersNow] = [before.additionalProperties, after.additionalProperties];
  if (typeof others === 'object' && typeof othersNow === 'object') inside('.*', others, othersNow);
  else if (direction === 'request' && othersNow === false && others !== false) {
    found.push(`${where}: other members are refused now`);
  } else if (typeof others === 'object' && typeof othersNow !== 'object') {
    found.push(`${where}: other members have no schema now`);
  }
  if (before.items && after.items) inside('[]', before.items, after.items);
  const schemas = before.allOf ?? [];
  const schemasNow = after.allOf ?? [];
  if (schemas.length !== schemasNow.length) found.push(`${where}: allOf has other schemas`);
  else for (const [index, schema] of schemas.entries()) inside('', schema, schemasNow[index] ?? {});
  return found;
}

/** Every alternative of the narrower schema must be within one of the wider. */
function compareAlternatives(before: Schema, after: Schema, compared: Compared): readonly string[] {
  const { anyOf: _any, oneOf: _one, ...rest } = before;
  const { anyOf: _anyNow, oneOf: _oneNow, ...restNow } = after;
  const olds = (alternativesOf(before) ?? byType(before)).map(compared.resolveBefore);
  const news = (alternativesOf(after) ?? byType(after)).map(compared.resolveAfter);
  const isRequest = compared.direction === 'request';
  const lost = (isRequest ? olds : news).flatMap((schema) => {
    const results = (isRequest ? news : olds).map((other) =>
      isRequest ? compare(schema, other, compared) : compare(other, schema, compared),
    );
    // The nearest alternative says best what has changed.
    return results.sort((one, other) => one.length - other.length)[0] ?? [];
  });
  const isBoth = alternativesOf(before) && alternativesOf(after);
  return [...new Set(lost), ...(isBoth ? compare(rest, restNow, compared) : [])];
}

const alternativesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** A list of types as alternatives, so that it can be compared with some. */
const byType = (schema: Schema): readonly Schema[] =>
  typesOf(schema)?.map((type) => (type === 'null' ? { type } : { ...schema, type })) ?? [schema];

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const];

const typesOf = ({ type }: Schema): readonly string[] | undefined =>
  typeof type === 'string' ? [type] : type;

const text = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));
