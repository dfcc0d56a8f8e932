import { readFileSync } from 'node:fs';
import { CannotStart } from '../core/operations/cannot-start.ts';

/** Parses a setting's text, or says what it must be. */
export type Rule<Value> = (text: string) => Value | Complaint;
export class Complaint {
  readonly mustBe: string;
  constructor(mustBe: string) {
    this.mustBe = mustBe;
  }
}

export class SettingsReader {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #fromFiles = new Map<string, string>();
  readonly #missing: string[] = [];
  readonly #complaints: string[] = [];

  /** A secret's value may be in a file, named by `NAME_FILE`. */
  constructor(environment: Readonly<Record<string, string | undefined>>, secrets: readonly string[]) {
    this.#environment = environment;
    for (const name of secrets) {
      const path = environment[`${name}_FILE`]?.trim();
      if (path) this.#fromFiles.set(name, this.#readFile(name, path));
    }
  }

  #readFile(name: string, path: string): string {
    if (this.isSet(name)) this.#complaints.push(`${name} and ${name}_FILE must not be set both`);
    try {
      const value = readFileSync(path, 'utf8').trim();
      if (value) return value;
      this.#complaints.push(`${name}_FILE names a file that is empty (${path})`);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      this.#complaints.push(`${name}_FILE names a file that cannot be read (${path}, ${reason})`);
    }
    return '';
  }

  #written(name: string): string {
    return this.#fromFiles.get(name) ?? this.#environment[name]?.trim() ?? '';
  }

  isSet(name: string): boolean {
    return this.#written(name) !== '';
  }

  complain(complaint: string): void {
    this.#complaints.push(complaint);
  }

  /** An empty setting counts as not set. */
  optional<Value>(name: string, rule: Rule<Value>): Value | undefined {
    const written = this.#written(name);
    if (!written) return undefined;
    const value = rule(written);
    if (!(value instanceof Complaint)) return value;
    this.#complaints.push(`${name} must be ${value.mustBe}`);
    return undefined;
  }

  required<Value extends string>(name: string, rule: Rule<Value>): Value {
    if (!this.isSet(name) && !this.isSet(`${name}_FILE`)) this.#missing.push(name);
    // The empty text is never used: `finish` fails first.
    return this.optional(name, rule) ?? ('' as Value);
  }

  requireTogether(one: string, other: string): void {
    const [hasOne, hasOther] = [one, other].map((name) => this.isSet(name));
    if (hasOne !== hasOther) this.#complaints.push(`${one} and ${other} must be set together`);
  }

  finish(): void {
    const missing =
      this.#missing.length > 0
        ? [`${this.#missing.join(', ')} must be set when DATABASE_URL is (see .env.example)`]
        : [];
    const complaints = [...missing, ...this.#complaints];
    if (complaints.length > 0) throw new CannotStart(`Settings: ${complaints.join('; ')}.`);
  }
}
