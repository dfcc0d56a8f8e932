import { type Static, type TSchema, Type } from 'typebox';
import { type AbsentMeaning, absentMeanings } from '../core/catalogue/labels.ts';
import { limitActions, limitPeriods, type UsageLimit } from '../core/catalogue/meter.ts';
import { type RefusalCode, refusalTable, refuse } from '../core/refusal.ts';
import { notBlank } from '../core/values/rule-message.ts';
import { maxHeaderLength } from './http/headers.ts';
import { challengeFor, problemContentType, problemFor } from './http/problem.ts';

/** An enumeration of strings. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

/** A slug in a path; unknown ones are answered 404. */
export function anySlug(description?: string) {
  return Type.String({ maxLength: 1_024, ...(description && { description }) });
}

/** A name for people; `core/values/text.ts` has the rule. */
export function nameText(maxLength: number, purpose = '') {
  const description = `${purpose} One line, without control and text-direction characters.`.trim();
  return Type.String({ minLength: 1, maxLength, pattern: notBlank, description });
}

export const limitActionsText =
  '`Deny`: no reservation is granted beyond it. `Warn`: use beyond it is only announced.';

/** A usage limit of a dimension. */
export const UsageLimitOrNull = Type.Unsafe<UsageLimit | null>({
  type: ['object', 'null'],
  required: ['quantity', 'per', 'action'],
  properties: {
    quantity: Type.Number(),
    per: oneOf(limitPeriods),
    action: { ...oneOf(limitActions), description: limitActionsText },
  },
});

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: "The code's entry on the service's error page." }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Stable; for programs to react to.' }),
    detail: Type.String({ description: 'For people; not to be parsed.' }),
    args: Type.Record(Type.String(), Type.Unknown(), { description: 'Facts that belong to the code.' }),
    requestId: Type.String({ description: 'Also in `X-Request-Id`.' }),
    traceId: Type.Optional(
      Type.String({ description: 'The trace of the request, where the operator exports traces.' }),
    ),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** Why one item of a request was refused. */
export const itemError = Type.Object({
  code: oneOf(Object.keys(refusalTable)),
  status: Type.Integer(),
  args: Type.Record(Type.String(), Type.Unknown()),
});

const exampleArgs: Partial<Record<RefusalCode, Record<string, unknown>>> = {
  'request.validation_failed': { issues: [{ path: 'challenge', rule: 'required', message: 'is required' }] },
  'request.rate_limited': { limit: 600, retryAfterSeconds: 1 },
  'request.too_large': { limitBytes: 1_048_576 },
  'auth.forbidden': { requiredRole: 'Catalogue.Read.All' },
  'auth.network_not_allowed': { address: '203.0.113.7' },
  'api_client.scope_not_allowed': { requiredScope: 'catalogue:read' },
  'api_client.product_not_allowed': { product: 'aqueduct' },
  'resource.not_found': { kind: 'API client', parameter: 'apiClientId' },
  'auth.role_not_allowed': {
    role: 'Viewer',
    allowedRoles: ['Partner administrator', 'Integration manager'],
  },
  'plan.not_found': { plan: 'gold' },
  'customer.has_live_subscriptions': { count: 2 },
  'category.not_found': { category: 'plumbing' },
  'product.not_found': { product: 'viaduct' },
};

/** Refusals of every authenticated request. */
const commonRefusals: readonly RefusalCode[] = [
  'request.validation_failed',
  'auth.credentials_invalid',
  'auth.forbidden',
  'auth.network_not_allowed',
  'request.rate_limited',
  'request.headers_too_large',
  'service.internal_error',
  'service.unavailable',
];

/** Additional refusals of every request with a body. */
export const bodyRefusals: readonly RefusalCode[] = ['request.too_large', 'request.unsupported_media_type'];

/** A successful response, with an example that the contract test validates. */
export function jsonResponse(description: string, schema: TSchema, example: unknown, headers?: object) {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema, examples: { example: { value: example } } } },
  };
}

/** A route's refusals as OpenAPI responses: one per status, with an example per code. */
export function refusals(...own: readonly RefusalCode[]) {
  return refusalResponses([...own, ...commonRefusals]);
}

export function refusalResponses(all: readonly RefusalCode[]) {
  const codes = [...new Set(all)];
  const statuses = [...new Set(codes.map((code) => refusalTable[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusalsOf(
        status,
        codes.filter((code) => refusalTable[code].status === status),
      ),
    ]),
  );
}

function refusalsOf(status: number, codes: readonly RefusalCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${refusalTable[code].title}.`).join('\n\n'),
    headers: headersFor(status, codes),
    content: {
      [problemContentType]: {
        schema: Type.Ref('Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code) }])),
      },
    },
  };
}

function exampleProblem(code: RefusalCode): Problem {
  const refusal = refuse(code, exampleArgs[code]);
  return problemFor(refusal, 'https://tessera.example', '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7');
}

function headersFor(status: number, codes: readonly RefusalCode[]) {
  if (status === 401) return { 'WWW-Authenticate': header([...new Set(codes.map(challengeFor))].join(', ')) };
  if (status === 429 || status === 503) return { 'Retry-After': header('Seconds to wait.') };
  return {};
}

/** A response header; the document's generator takes the description out of the schema. */
export function header(description: string) {
  return { type: 'string', description };
}

export const entityTagHeaders = {
  ETag: header('Changes when, and only when, the response does. Send it back as `If-None-Match`.'),
  'Cache-Control': header('private, no-cache'),
};

export const notModified = {
  304: {
    type: 'null',
    description: 'The response with this ETag is still current.',
    headers: entityTagHeaders,
  },
};

export const conditionalHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ maxLength: maxHeaderLength, description: 'ETags of earlier responses, or `*`.' }),
  ),
});

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const label = {
  name: text('The display name; null: show the name that the plans use.'),
  description: text('What a customer gets.'),
  isHidden: Type.Boolean({ description: 'Whether the pages of customers leave it out.' }),
};

/** Display texts of capabilities and limits, in the catalogue and in the admin API. */
export const ProductLabels = Type.Object(
  {
    capabilities: Type.Record(Type.String(), Type.Object(label)),
    limits: Type.Record(
      Type.String(),
      Type.Object({
        ...label,
        unit: text('What the limit counts, shown after the number.'),
        absentMeans: Type.Unsafe<AbsentMeaning | null>({
          type: ['string', 'null'],
          enum: [...absentMeanings, null],
          description: 'What a plan without the limit grants; null: not set.',
        }),
      }),
    ),
  },
  { description: 'Texts for display, by the names that plans use. Names without a label are missing.' },
);

export const labelsExample = {
  capabilities: {
    'audit-trail': { name: 'Audit trail', description: 'Who changed what, for a year.', isHidden: false },
  },
  limits: {
    pipelines: {
      name: 'Pipelines',
      description: null,
      isHidden: false,
      unit: 'pipelines',
      absentMeans: 'Unlimited',
    },
  },
};
