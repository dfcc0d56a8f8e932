import type { OpenApiDocument } from './contract.ts';

/** The part of JSON Schema that the requests of our documents use. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: RequestSchema;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | RequestSchema;
  readonly patternProperties?: Readonly<Record<string, RequestSchema>>;
  readonly anyOf?: readonly RequestSchema[];
  readonly oneOf?: readonly RequestSchema[];
  readonly allOf?: readonly RequestSchema[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: RequestSchema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: RequestSchema }>> };
}

export interface DescribedRequest {
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestSchema | null;
}

/** Every request of a document. */
export function describedRequests({ paths }: OpenApiDocument): readonly DescribedRequest[] {
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations as unknown as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

/** Resolves a reference. */
export function resolved(document: OpenApiDocument, schema: RequestSchema): RequestSchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return resolved(document, document.components.schemas[name] as RequestSchema);
}

/** The schemas of a map's values. */
export function entrySchemas({
  additionalProperties,
  patternProperties = {},
}: RequestSchema): readonly RequestSchema[] {
  const rest = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.values(patternProperties), ...rest];
}
