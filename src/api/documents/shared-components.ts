import { problemContentType } from '../http/problem.ts';

type Documented = { openapiObject: object } | { swaggerObject: object };

interface Response {
  headers?: Record<string, unknown>;
  readonly content?: Record<string, { readonly examples?: object }>;
}
interface Operation {
  readonly requestBody?: { required?: boolean; readonly content: Record<string, { schema?: object }> };
  readonly security?: readonly object[];
  readonly deprecated?: boolean;
  responses: Record<string, unknown>;
}
interface Document {
  readonly paths?: Record<string, Record<string, Operation>>;
  readonly components?: { readonly schemas?: Record<string, unknown> };
}

const text = { type: 'string' };
const requestIdHeader = {
  'X-Request-Id': {
    description: 'Id of this request in the log; the caller’s own, if it sent a valid one.',
    schema: text,
  },
};
const rateLimitHeaders = {
  'RateLimit-Policy': {
    description: 'Rate limits of the client and of its workspace: quota `q` in a window of `w` seconds.',
    schema: text,
  },
  RateLimit: {
    description: 'Remaining requests `r` of each limit, and seconds `t` until more are available.',
    schema: text,
  },
};
const deprecationHeaders = {
  Deprecation: { description: 'Since when the operation is deprecated: `@` and Unix seconds.', schema: text },
  Sunset: { description: 'From when on it may be gone.', schema: text },
  Link: { description: 'With `rel="deprecation"`: the page that says what to call instead.', schema: text },
};
const sharedHeaders = { ...requestIdHeader, ...rateLimitHeaders };

/**
 * Completes a generated document: adds the common response headers, merges problem responses with the same codes into
 * one component, and removes unreferenced schemas.
 */
export function shareComponents(documented: Documented): object {
  const generated = 'openapiObject' in documented ? documented.openapiObject : documented.swaggerObject;
  const { components, ...rest } = structuredClone(generated) as Document;
  const responses: Record<string, Response> = {};
  for (const operation of Object.values(rest.paths ?? {}).flatMap((path) => Object.values(path))) {
    removeEmptySchemas(operation);
    markOptionalBody(operation);
    for (const [status, response] of Object.entries(operation.responses as Record<string, Response>)) {
      const isLimited = operation.security?.some((scheme) => 'bearerToken' in scheme) ?? true;
      const isCounted = isLimited && status !== '401';
      response.headers = {
        ...response.headers,
        ...referencesTo(isCounted ? sharedHeaders : requestIdHeader),
        ...(operation.deprecated && deprecationHeaders),
      };
      const name = nameOf(response, operation.deprecated);
      if (!name) continue;
      responses[name] ??= response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const document = { ...rest, components: { ...components, headers: sharedHeaders, responses } };
  return { ...document, components: { ...document.components, schemas: schemasUsedBy(document) } };
}

/** A body of any form has no schema: generators make a type of an empty one. */
function removeEmptySchemas({ requestBody }: Operation): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    if (media.schema && Object.keys(media.schema).length === 0) delete media.schema;
  }
}

/** A body that may be null may be omitted. */
function markOptionalBody({ requestBody }: Operation): void {
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    const { type } = (schema ?? {}) as { type?: unknown };
    if (!requestBody || !Array.isArray(type) || !type.includes('null')) continue;
    requestBody.required = false;
    Object.assign(schema ?? {}, { type: type.find((one) => one !== 'null') });
  }
}

function referencesTo(headers: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** `ProductNotFoundOrPlanNotFound` from the codes of a problem response; undefined for other responses. */
function nameOf({ content }: Response, isDeprecated = false): string | undefined {
  const codes = Object.keys(content?.[problemContentType]?.examples ?? {});
  if (codes.length === 0) return undefined;
  const name = codes
    .map((code) => code.replaceAll(/(?:^|[._])(\w)/g, (_, first) => first.toUpperCase()))
    .join('Or');
  return isDeprecated ? `${name}Deprecated` : name;
}

function schemasUsedBy({ components, ...rest }: Document): Record<string, unknown> {
  const { schemas = {}, ...others } = components ?? {};
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? null);
    }
  };
  follow([rest, others]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
