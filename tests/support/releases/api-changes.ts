import { type Direction, type Schema, schemaChanges } from './schema-changes.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Response extends Content {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Response>>;
}

type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface ApiDocument {
  readonly paths: Operations;
  /** What the service sends: its bodies are read by callers. */
  readonly webhooks?: Operations;
  readonly components?: Readonly<Record<string, unknown>>;
}

/** The changes of an OpenAPI document that a caller of the version before could notice; additions are none. */
export function apiChanges(before: ApiDocument, after: ApiDocument): readonly string[] {
  const comparison = new Comparison(before, after);
  return [
    ...comparison.operations(before.paths, after.paths, 'request'),
    ...comparison.operations(before.webhooks ?? {}, after.webhooks ?? {}, 'response'),
  ];
}

class Comparison {
  readonly #before: ApiDocument;
  readonly #after: ApiDocument;

  constructor(before: ApiDocument, after: ApiDocument) {
    this.#before = before;
    this.#after = after;
  }

  /** @param bodies whether callers send the request bodies or receive them */
  operations(before: Operations, after: Operations, bodies: Direction): string[] {
    return Object.entries(before).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const where = bodies === 'request' ? `${method.toUpperCase()} ${path}` : path;
        const now = after[path]?.[method];
        return now ? this.#operation(operation, now, where, bodies) : [`${where}: the operation is gone`];
      }),
    );
  }

  #operation(before: Operation, after: Operation, where: string, bodies: Direction): string[] {
    const found = [
      ...this.#parameters(before.parameters ?? [], after.parameters ?? [], where),
      ...this.#content(before.requestBody ?? {}, after.requestBody ?? {}, `${where} request`, bodies),
      ...this.#responses(before.responses ?? {}, after.responses ?? {}, where),
    ];
    if (before.operationId !== after.operationId) {
      found.push(`${where}: the operation was ${before.operationId}, is ${after.operationId}`);
    }
    if (after.requestBody?.required && !before.requestBody?.required) {
      found.push(`${where} request: the body is required now`);
    }
    const ways = new Set(after.security?.map((way) => JSON.stringify(way)));
    for (const way of before.security ?? []) {
      const name = JSON.stringify(way);
      if (after.security && !ways.has(name)) found.push(`${where}: the credential ${name} is refused now`);
    }
    return found;
  }

  #parameters(before: readonly Parameter[], after: readonly Parameter[], where: string): string[] {
    const nameOf = (parameter: Parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`;
    const known = new Map(before.map((parameter) => [nameOf(parameter), parameter]));
    const now = new Map(after.map((parameter) => [nameOf(parameter), parameter]));
    const found: string[] = [];
    for (const [name, parameter] of known) {
      const other = now.get(name);
      if (!other) found.push(`${where} ${name}: the parameter is gone`);
      else found.push(...this.#schema(parameter.schema, other.schema, `${where} ${name}`, 'request'));
    }
    for (const [name, { required }] of now) {
      if (required && !known.get(name)?.required)
        found.push(`${where} ${name}: the parameter is required now`);
    }
    return found;
  }

  #responses(
    before: Readonly<Record<string, Response>>,
    after: Readonly<Record<string, Response>>,
    where: string,
  ): string[] {
    const found: string[] = [];
    for (const [status, response] of Object.entries(before)) {
      const now = after[status];
      if (!now) {
        found.push(`${where} ${status}: the response is gone`);
        continue;
      }
      const [known, current] = [resolve(this.#before, response), resolve(this.#after, now)];
      for (const name of Object.keys(known.headers ?? {})) {
        if (!current.headers?.[name]) found.push(`${where} ${status}: the header ${name} is gone`);
      }
      found.push(...this.#content(known, current, `${where} ${status}`, 'response'));
    }
    // Callers must expect every error, but not another success.
    for (const status of Object.keys(after)) {
      if (Number(status) < 400 && !before[status]) found.push(`${where} ${status}: the response is new`);
    }
    return found;
  }

  #content(before: Content, after: Content, where: string, direction: Direction): string[] {
    return Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
      const now = after.content?.[type];
      return now
        ? this.#schema(schema, now.schema, where, direction)
        : [`${where}: the type ${type} is gone`];
    });
  }

  #schema(before: Schema = {}, after: Schema = {}, where: string, direction: Direction): readonly string[] {
    return schemaChanges(before, after, {
      ...{ where, direction },
      resolveBefore: (schema) => resolve(this.#before, schema),
      resolveAfter: (schema) => resolve(this.#after, schema),
    });
  }
}

/** Follows a reference within the document. */
function resolve<Part extends { readonly $ref?: string }>(document: ApiDocument, part: Part): Part {
  if (part.$ref === undefined) return part;
  const names = part.$ref.replace(/^#\//, '').split('/');
  const target = names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  if (target === undefined) throw new Error(`The document has no ${part.$ref}`);
  return resolve(document, target as Part);
}
