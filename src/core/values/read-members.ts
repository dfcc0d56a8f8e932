import { isUuid } from '../identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import { isStorable, storableMessage } from './text.ts';

/** An object from a request, unchecked. */
export type RawObject = Readonly<Record<string, unknown>>;

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function issue(path: string, rule: string, message: string): ValidationIssue {
  return { path, rule, message };
}

/**
 * Reads the members of an object and collects what is wrong with them. A member with an issue is read as an empty value,
 * so that all issues are found.
 */
export class MemberReader {
  readonly issues: ValidationIssue[] = [];
  readonly #raw: RawObject;
  readonly #pathOf: (member: string) => string;

  /** @param pathOf where the request has the member, for issues */
  constructor(raw: RawObject, pathOf: (member: string) => string = (member) => member) {
    this.#raw = raw;
    this.#pathOf = pathOf;
  }

  complain(member: string, rule: string, message: string): void {
    this.issues.push(issue(this.#pathOf(member), rule, message));
  }

  /** An optional member of `null` is absent. */
  has(member: string): boolean {
    return this.#raw[member] !== undefined && this.#raw[member] !== null;
  }

  text(member: string, maxLength?: number): string {
    const value = this.#raw[member];
    if (value === undefined) this.complain(member, 'required', 'is required');
    else if (typeof value !== 'string') this.complain(member, 'type', 'must be text');
    else if (value === '') this.complain(member, 'minLength', 'must not be empty');
    else if (maxLength !== undefined && value.length > maxLength) {
      this.complain(member, 'maxLength', `must have at most ${maxLength} characters`);
    } else if (!isStorable(value)) this.complain(member, 'text', storableMessage);
    else return value;
    return '';
  }

  optionalText(member: string, maxLength?: number): string | null {
    return this.has(member) ? this.text(member, maxLength) : null;
  }

  /** In lower case. */
  uuid(member: string): string {
    const text = this.text(member);
    if (text !== '' && !isUuid(text)) this.complain(member, 'format', 'must be a UUID');
    return text.toLowerCase();
  }

  optionalUuid(member: string): string | null {
    return this.has(member) ? this.uuid(member) : null;
  }

  quantity(member: string): Quantity {
    const value = this.#raw[member];
    const quantity = value === undefined ? { rule: 'required', message: 'is required' } : readQuantity(value);
    if (typeof quantity === 'number') return quantity;
    this.complain(member, quantity.rule, quantity.message);
    return 0 as Quantity;
  }

  /** A text that `read` understands; undefined after an issue. */
  parsed<Value>(member: string, read: (text: string) => Value | undefined, message: string) {
    const text = this.text(member);
    if (text === '') return undefined;
    const value = read(text);
    if (value === undefined) this.complain(member, 'format', message);
    return value;
  }
}

export const bodyIsNoObject = refuseInvalid([issue('', 'type', 'The body must be a JSON object')]);

/** The list of a request, 1 to `maxItems` values. Any other list refuses the whole request. */
export function readList(items: unknown, path: string, maxItems: number): readonly unknown[] | Refusal {
  const wrong = (rule: string, message: string) => refuseInvalid([issue(path, rule, message)]);
  if (items === undefined) return wrong('required', 'is required');
  if (!Array.isArray(items)) return wrong('type', 'must be a list');
  if (items.length === 0) return wrong('minItems', 'must have at least 1 entry');
  return items.length > maxItems ? wrong('maxItems', `must have at most ${maxItems} entries`) : items;
}

/** As `readList`, of objects. What is wrong inside an object refuses that one alone. */
export function readItems(written: unknown, path: string, maxItems: number): readonly RawObject[] | Refusal {
  const items = readList(written, path, maxItems);
  if (isRefusal(items)) return items;
  const objects = items.filter(isRawObject);
  if (objects.length === items.length) return objects;
  const pathOf = (index: number) => (path === '' ? `${index}` : `${path}.${index}`);
  return refuseInvalid(
    items.flatMap((item, index) =>
      isRawObject(item) ? [] : [issue(pathOf(index), 'type', 'must be an object')],
    ),
  );
}
