import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { maxHeaderBytes, maxHeaders } from '../../../core/webhooks/endpoint.ts';
import { filterValues } from '../../../core/webhooks/event.ts';
import { disabledReasons } from '../../../core/webhooks/health.ts';
import type { Database } from '../../../storage/database.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  type WebhookEndpoint as StoredEndpoint,
} from '../../../storage/webhooks/endpoints.ts';
import { header, jsonResponse, oneOf } from '../../schemas.ts';
import { AdminResponse, unlessRefused } from '../response.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

export const endpointsPath = '/workspaces/:workspaceId/webhook-endpoints';

const url = Type.String({
  maxLength: 2_000,
  description: 'Begins with `https://` and must be on the public internet.',
});
const description = Type.String({ maxLength: 200 });
const eventTypes = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: [...filterValues] },
  minItems: 1,
  maxItems: filterValues.length,
  uniqueItems: true,
  description: 'Types and groups such as `subscription.*`; null: all, including later ones.',
});
const products = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: slugMaxLength },
  minItems: 1,
  maxItems: 1_000,
  uniqueItems: true,
  description: 'Slugs of the products whose events it receives; null: all, including later ones.',
});
const rateLimitPerMinute = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 60_000,
  description: 'The maximum of deliveries per minute; null: no limit.',
});

/** The editable settings without the headers, whose values are write-only. */
const settings = { url, description, eventTypes, products, rateLimitPerMinute };

export const newEndpoint = Type.Object({
  url,
  description: Type.Optional(description),
  eventTypes: Type.Optional(eventTypes),
  products: Type.Optional(products),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: maxHeaderBytes }), {
      maxProperties: maxHeaders,
      description: 'Sent with every delivery, such as the key of a gateway. The values are never shown.',
    }),
  ),
  rateLimitPerMinute: Type.Optional(rateLimitPerMinute),
});

const headerValue = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: maxHeaderBytes });

export const endpointChanges = Type.Partial(
  Type.Object({
    ...settings,
    headers: Type.Record(Type.String(), headerValue, {
      maxProperties: maxHeaders,
      description: 'All headers: a value, or null to keep the stored value. Omitted headers are removed.',
    }),
  }),
);

/** In bodies null means all. */
export const allOr = <Value>(chosen: readonly Value[] | null): 'all' | readonly Value[] => chosen ?? 'all';

export const WebhookEndpoint = Type.Object(
  {
    endpointId: uuid,
    ...settings,
    headerNames: Type.Array(Type.String()),
    enabled: Type.Boolean(),
    disabled: Type.Union([Type.Object({ reason: oneOf(disabledReasons), at: instant }), Type.Null()], {
      description: 'The time and the reason: by a member, by a response 410, or after five days of failures.',
    }),
    failingSince: described(nullable.instant, 'The first failure since the last success.'),
    previousSecretEndsAt: described(nullable.instant, 'Until then the previous secret signs too.'),
    previousSecrets: Type.Array(Type.Object({ endsAt: instant }), {
      description: 'The secrets that sign beside the current one, newest first, each until its end.',
    }),
    createdAt: instant,
  },
  { $id: 'WebhookEndpoint' },
);

export const endpointExample = {
  endpointId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
  url: 'https://partner.example/hooks',
  description: 'Billing',
  eventTypes: ['subscription.*', 'entitlement.changed'],
  products: null,
  rateLimitPerMinute: null,
  headerNames: ['x-gateway-key'],
  enabled: true,
  disabled: null,
  failingSince: null,
  previousSecretEndsAt: null,
  previousSecrets: [],
  createdAt: '2026-11-15T09:00:00.000Z',
};

export function endpointView(endpoint: StoredEndpoint, now: Date) {
  const { eventTypes, products, health, previousSecretsEndAt } = endpoint;
  const previousSecrets = previousSecretsEndAt.filter((endsAt) => endsAt > now);
  return {
    endpointId: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: eventTypes === 'all' ? null : [...eventTypes],
    products: products === 'all' ? null : [...products],
    rateLimitPerMinute: endpoint.rateLimitPerMinute,
    headerNames: [...endpoint.headerNames],
    enabled: health.disabled === null,
    disabled: health.disabled && { reason: health.disabled.reason, at: health.disabled.at },
    failingSince: health.failingSince,
    previousSecretEndsAt: previousSecrets[0] ?? null,
    previousSecrets: previousSecrets.map((endsAt) => ({ endsAt })),
    createdAt: endpoint.createdAt,
  };
}

export const endpointTagHeaders = {
  ETag: header(
    'Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else.',
  ),
};

export const theEndpoint = jsonResponse(
  'The endpoint.',
  Type.Ref('WebhookEndpoint'),
  endpointExample,
  endpointTagHeaders,
);

export async function findEndpoint(database: Database, key: EndpointKey): Promise<StoredEndpoint | Refusal> {
  return (await findWebhookEndpoint(database, key)) ?? refuseUnknown('endpointId', 'webhook endpoint');
}

/** An endpoint with its `ETag`. */
export function endpointResponse(found: StoredEndpoint | Refusal, now: Date, secret?: { secret: string }) {
  return unlessRefused(
    found,
    (endpoint) =>
      new AdminResponse({ ...endpointView(endpoint, now), ...secret }, { etag: endpoint.entityTag }),
  );
}
