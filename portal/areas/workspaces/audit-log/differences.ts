import { formatNumber } from '../../../parts/format/format-number.ts';
import { limitText } from '../../../parts/format/limit-text.ts';
import { exactTime } from '../../../parts/format/time.ts';
import { enumText, memberLabels, wordsOf } from './words.ts';

/** One changed member. A list has the members that were added and removed instead of its values. */
export interface Difference {
  /** `Dimensions › calls › Included`. */
  readonly name: string;
  /** Null: not set; undefined: not recorded. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The names of objects by the ids that an entry has. */
type NamesById = ReadonlyMap<string, string>;

/** The display texts of a product's capabilities and limits, by the keys that its plans use. */
export interface KeyLabels {
  readonly capabilities: Readonly<Record<string, { readonly name: string | null }>>;
  readonly limits: Readonly<
    Record<
      string,
      {
        readonly name: string | null;
        readonly unit: string | null;
        readonly absentMeans: string | null;
      }
    >
  >;
}

interface Texts {
  readonly names: NamesById;
  readonly labels?: KeyLabels | undefined;
}

const noTexts: Texts = { names: new Map() };

/** The changed members; all members of an added or removed object. */
export function differences(
  before: object | null,
  after: object | null,
  texts: Texts = noTexts,
): readonly Difference[] {
  return [...compared([], withAccount(before ?? {}), withAccount(after ?? {}), texts)];
}

/** The key of a service account: its account by name. Earlier entries have that name as `name` alone. */
function withAccount(side: object): object {
  const {
    serviceAccountId,
    name,
    serviceAccountName = name,
    ...rest
  } = side as Readonly<Record<string, unknown>>;
  return serviceAccountId === undefined ? side : { serviceAccount: serviceAccountName, ...rest };
}

function* compared(path: Path, before: unknown, after: unknown, texts: Texts): Generator<Difference> {
  const { names, labels } = texts;
  const [was, is] = [entriesOf(before), entriesOf(after)];
  // An object that is new or gone is shown member by member, unless it has none.
  if ((was?.size ?? 0) + (is?.size ?? 0) > 0 && (was || isAbsent(before)) && (is || isAbsent(after))) {
    for (const key of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
      yield* compared([...path, key], was?.get(key), is?.get(key), texts);
    }
    return;
  }
  if (isList(before) && isList(after)) {
    const itemText = (item: unknown) => valueText(path, item, names);
    const [old, current] = [before.map(itemText), after.map(itemText)];
    const added = current.filter((text) => !old.includes(text));
    const removed = old.filter((text) => !current.includes(text));
    if (added.length + removed.length > 0) {
      yield { name: nameOf(path, false), before: undefined, after: undefined, added, removed };
    }
    return;
  }
  const [old, current] = [before, after].map(
    limitTextOf(path, labels) ?? ((value) => optionalText(path, value, names)),
  );
  if ((old ?? null) === (current ?? null)) return;
  const isNamed = [before, after].some((value) => typeof value === 'string' && names.has(value));
  yield {
    name: labelledName(path, labels) ?? nameOf(path, isNamed),
    before: old,
    after: current,
    added: [],
    removed: [],
  };
}

type Path = readonly string[];

/** `Full-text search (search)`, for the path of a capability or limit that has a display name. */
function labelledName([kind = '', key = '', ...more]: Path, labels: KeyLabels | undefined): string | null {
  if (more.length > 0 || (kind !== 'capabilities' && kind !== 'limits')) return null;
  const name = labels?.[kind][key]?.name;
  return name ? `${name} (${key})` : null;
}

/** The text of a limit that has a label: with its unit, or what its absence means. */
function limitTextOf([kind, key = '', ...more]: Path, labels: KeyLabels | undefined) {
  const label = kind === 'limits' && more.length === 0 ? labels?.limits[key] : undefined;
  if (!label) return null;
  return (value: unknown): string => limitText(typeof value === 'number' ? value : null, label);
}

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];
const isAbsent = (value: unknown) => value === null || value === undefined;

/** The members of an object, or the items of a list of objects by their ids or names. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (isAbsent(value) || typeof value !== 'object') return null;
  if (!isList(value)) return new Map(Object.entries(value as object));
  const keyed = value.map((item) => [keyOf(item), item] as const);
  const keys = new Set(keyed.map(([key]) => key));
  if (keyed.length === 0 || keys.has(null) || keys.size < keyed.length) return null;
  return new Map(keyed as readonly (readonly [string, unknown])[]);
}

function keyOf(item: unknown): string | null {
  if (isAbsent(item) || typeof item !== 'object' || isList(item)) return null;
  const { id, slug } = item as { readonly id?: unknown; readonly slug?: unknown };
  const key = id ?? slug;
  return typeof key === 'string' ? key : null;
}

function optionalText(path: Path, value: unknown, names: NamesById): string | null | undefined {
  return value === undefined ? undefined : value === null ? null : valueText(path, value, names);
}

/** A value of an enumeration in words, any other as it is. */
function valueText(path: Path, value: unknown, names: NamesById): string {
  const enumerated = (one: unknown) => (typeof one === 'string' ? enumText(path.at(-1) ?? '', one) : null);
  if (isList(value) && value.length > 0) {
    return value.map((item) => enumerated(item) ?? textOf(item, names)).join(', ');
  }
  return enumerated(value) ?? textOf(value, names);
}

function textOf(value: unknown, names: NamesById): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (isList(value)) return value.length === 0 ? 'none' : value.map((item) => textOf(item, names)).join(', ');
  if (typeof value === 'object' && value !== null) return objectText(value, names);
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return exactTime(text);
  return names.get(text) ?? text;
}

/** A person by the e-mail address, another object by its members. */
function objectText(value: object, names: NamesById): string {
  const { email, memberId } = value as { readonly email?: unknown; readonly memberId?: unknown };
  if (typeof email === 'string') return email;
  if (typeof memberId === 'string') return `Member ${memberId}`;
  const members = Object.entries(value).filter(([, member]) => !isAbsent(member));
  return members.length === 0
    ? 'none'
    : members.map(([key, member]) => `${wordsOf(key)} ${textOf(member, names)}`).join(', ');
}

/** An id whose object has a name is shown as the object: `tenantId` as `Tenant`. */
function nameOf(path: Path, isNamed: boolean): string {
  return path
    .map((key, index) => {
      const words = memberLabels[key] ?? (index === 0 ? capitalised(wordsOf(key)) : wordsOf(key));
      return isNamed ? words.replace(/ id$/, '') : words;
    })
    .join(' › ');
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
