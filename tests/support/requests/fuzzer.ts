import type { OpenApiDocument } from './contract.ts';
import { Chance, hostileJson, hostileTexts, writeJson } from './hostile-values.ts';
import { type DescribedRequest, entrySchemas, type RequestSchema, resolved } from './request-schemas.ts';

export interface FuzzedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The probability of a hostile value: some requests are valid, some have one bad value, some only bad values. */
const mixtures = [0, 0.05, 0.15, 0.5] as const;
const maxKnown = 20;

/** Generates requests for a document's operations, from known valid values and hostile ones. */
export class Fuzzer {
  readonly chance: Chance;
  readonly #document: OpenApiDocument;
  readonly #requests: readonly DescribedRequest[];
  /** Existing values, by the name of their parameter or member. */
  readonly #known: Map<string, string[]>;
  readonly #now: () => Date;
  #hostility = 0;

  constructor(
    document: OpenApiDocument,
    requests: readonly DescribedRequest[],
    options: {
      readonly seed: number;
      readonly known: Readonly<Record<string, readonly string[]>>;
      readonly now: () => Date;
    },
  ) {
    this.#document = document;
    this.#requests = requests;
    this.chance = new Chance(options.seed);
    this.#known = new Map(Object.entries(options.known).map(([name, values]) => [name, [...values]]));
    this.#now = options.now;
  }

  next(): FuzzedRequest {
    const { method, template, parameters, body } = this.chance.of(this.#requests);
    this.#hostility = this.chance.of(mixtures);
    const query: string[] = [];
    const headers: Record<string, string> = {};
    let path = template;
    for (const { name, in: place, required, schema } of parameters) {
      if (place === 'path') path = path.replace(`{${name}}`, encoded(this.#text(name, schema)) || 'x');
      else if (name === 'if-match' && !this.chance.is(0.03)) headers[name] = '*';
      else if (!required && this.chance.is(0.5)) continue;
      else if (place === 'query') query.push(`${name}=${encoded(this.#text(name, schema))}`);
      else headers[name] = headerText(this.#text(name, schema));
    }
    if (this.chance.is(0.03)) query.push(`${encoded(this.chance.of(hostileTexts))}=%00`);
    if (body) headers['content-type'] = 'application/json';
    const address = query.length > 0 ? `${path}?${query.join('&')}` : path;
    return { method, path: address, headers, body: body && writeJson(this.chance, this.#value('', body)) };
  }

  /** Stores the ids of a response for later requests. */
  learn(answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'string' && /(Id|next)$/.test(name) && name !== 'workspaceId')
        this.#remember(name, value);
      else this.learn(value);
    }
  }

  #remember(name: string, value: string): void {
    const values = this.#known.get(name === 'next' ? 'after' : name) ?? [];
    this.#known.set(name === 'next' ? 'after' : name, values);
    if (values.includes(value)) return;
    if (values.length < maxKnown) values.push(value);
    else values[this.chance.below(maxKnown)] = value;
  }

  #text(name: string, schema: RequestSchema): string {
    // With a wrong workspace, no other value would be checked.
    const hostility = name === 'workspaceId' ? this.#hostility / 10 : this.#hostility;
    if (this.chance.is(hostility)) return this.chance.of(hostileTexts);
    const value = this.#value(name, schema);
    return typeof value === 'object' ? this.chance.of(hostileTexts) : String(value);
  }

  #value(name: string, written: RequestSchema): unknown {
    const { chance } = this;
    const schema = resolved(this.#document, written);
    if (name !== '' && name !== 'workspaceId' && chance.is(this.#hostility)) {
      return chance.of(chance.is(0.6) ? hostileTexts : hostileJson);
    }
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) return this.#value(name, chance.of(parts));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return chance.of(schema.enum);
    const type = typeof schema.type === 'object' ? chance.of(schema.type) : schema.type;
    switch (type) {
      case 'string':
        return this.#soundText(name, schema);
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 1_000 } = schema;
        return chance.of([
          minimum,
          maximum,
          Math.round(minimum + chance.next() * Math.min(maximum - minimum, 100)),
        ]);
      }
      case 'boolean':
        return chance.is(0.5);
      case 'array':
        return Array.from({ length: 1 + chance.below(2) }, () => this.#value(name, schema.items ?? {}));
      case 'object':
        return this.#object(schema);
      default:
        return null;
    }
  }

  #object({ properties = {}, required = [], ...rest }: RequestSchema): Record<string, unknown> {
    const { chance } = this;
    const isThere = (name: string) =>
      required.includes(name) ? !chance.is(this.#hostility / 4) : chance.is(0.6);
    const members = Object.entries(properties)
      .filter(([name]) => isThere(name))
      .map(([name, member]): [string, unknown] => [name, this.#value(name, member)]);
    const entries = entrySchemas(rest).map((entry): [string, unknown] => {
      const key = chance.is(this.#hostility) ? chance.of(hostileTexts) : this.#soundText('plan', {});
      return [key, this.#value('entry', entry)];
    });
    return Object.fromEntries([...members, ...entries]);
  }

  #soundText(name: string, { format, maxLength = 50 }: RequestSchema): string {
    const { chance } = this;
    const known = this.#known.get(name);
    if (known && chance.is(0.97)) return chance.of(known);
    if (format === 'uuid') return chance.uuid();
    if (format === 'date-time' || format === 'date') {
      const instant = new Date(this.#now().getTime() + (chance.next() - 0.5) * 200 * 3_600_000).toISOString();
      return format === 'date' ? instant.slice(0, 10) : instant;
    }
    return `word-${chance.below(50)}`.slice(0, maxLength);
  }
}

/** A URL cannot contain an unpaired surrogate, but some software sends one. */
function encoded(text: string): string {
  return /\p{Cs}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

/** Truncated to the maximum size of a header. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').trim();
}
