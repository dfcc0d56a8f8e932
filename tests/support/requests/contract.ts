import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface OpenApiResponse {
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<
    string,
    { readonly schema?: unknown; readonly examples?: Record<string, { readonly value: unknown }> }
  >;
}
interface OpenApiReference {
  readonly $ref: string;
}
export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<string, OpenApiResponse | OpenApiReference> }>
  >;
  readonly webhooks: Record<
    string,
    {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'application/json': { readonly example: { readonly data: Record<string, unknown> } };
          };
        };
      };
    }
  >;
  readonly components: {
    readonly schemas: Record<string, unknown>;
    readonly responses: Record<string, OpenApiResponse>;
    readonly headers: Record<string, unknown>;
    readonly securitySchemes: object;
  };
}

export interface ReceivedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Checks responses against the service's own OpenAPI document. */
export class Contract {
  readonly document: OpenApiDocument;
  /** Shared schemas are compiled once; most are used too rarely to be worth optimising. */
  readonly #ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } }),
  );
  /** Compiling a schema takes much longer than using it, and every route test uses it. */
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #templates: readonly { readonly template: string; readonly pattern: RegExp }[];

  static async of(address: string): Promise<Contract> {
    return new Contract((await (await fetch(address)).json()) as OpenApiDocument);
  }

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.#ajv.addSchema(document, 'openapi.json');
    // A path without parameters is matched before one with them, as OpenAPI demands.
    const parameters = (template: string) => template.split('{').length;
    this.#templates = Object.keys(document.paths)
      .sort((one, other) => parameters(one) - parameters(other))
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      }));
  }

  /** Throws if the document does not describe the response. */
  check(answer: ReceivedResponse): void {
    const template = this.#templateOf(answer.path);
    const operation = template && this.document.paths[template]?.[answer.method.toLowerCase()];
    const where = `${answer.method} ${answer.path} ${answer.status}`;
    if (!template || !operation) {
      this.#validate('#/components/schemas/Problem', answer.body, where);
      return;
    }
    const { described, pointer } = this.#responseOf(template, answer);
    if (!described) throw new Error(`${where}: the document does not know this status`);
    if (!described.content) {
      if (answer.body !== '') throw new Error(`${where}: there should be no body`);
      return;
    }
    const type = answer.contentType?.split(';', 1)[0] ?? '';
    const media = described.content[type];
    if (!media) throw new Error(`${where}: unexpected content type ${answer.contentType}`);
    this.#validate(pointerTo(...pointer, 'content', type, 'schema'), answer.body, where);
    if (type !== 'application/problem+json') return;
    const { code } = answer.body as { code: string };
    if (!media.examples?.[code]) throw new Error(`${where}: the document does not name the code ${code}`);
  }

  /** The response in the document, and its location: in the operation or among the components. */
  responseOf(template: string, method: string, status: number | string): OpenApiResponse | undefined {
    return this.#responseOf(template, { method, status }).described;
  }

  #responseOf(template: string, { method, status }: { method: string; status: number | string }) {
    const operation = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    const response = this.document.paths[template]?.[method.toLowerCase()]?.responses[String(status)];
    if (!response || !('$ref' in response)) return { described: response, pointer: operation };
    const name = response.$ref.replace('#/components/responses/', '');
    return {
      described: this.document.components.responses[name],
      pointer: ['components', 'responses', name],
    };
  }

  /** Throws if the payload does not match the schema of its type. */
  checkWebhook(type: string, payload: unknown): void {
    this.#validate(
      `#/webhooks/${type}/post/requestBody/content/application~1json/schema`,
      payload,
      `webhook ${type}`,
    );
  }

  #validate(reference: string, body: unknown, where: string): void {
    const validate =
      this.#validators.get(reference) ?? this.#ajv.compile({ $ref: `openapi.json${reference}` });
    this.#validators.set(reference, validate);
    if (validate(body)) return;
    const errors = this.#ajv.errorsText(validate.errors, { dataVar: 'body' });
    throw new Error(`${where}: ${errors}\n${JSON.stringify(body, null, 2)}`);
  }

  #templateOf(path: string): string | undefined {
    return this.#templates.find(({ pattern }) => pattern.test(path))?.template;
  }
}

function pointerTo(...segments: readonly string[]): string {
  const encoded = segments.map((segment) =>
    encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return `#/${encoded.join('/')}`;
}
