import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, apiChanges } from '../support/releases/api-changes.ts';
import { lastRelease, releaseFolder } from '../support/releases/releases.ts';
import type { OpenApiDocument } from '../support/requests/contract.ts';
import { World } from '../support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

/** Lists of names in responses that grow with the service, as their descriptions and the guide to upgrades say. */
const growing = [
  /\/notices.* 200\.(items\[\]\.)?kind$/,
  /\/purchases.*\.reason$/,
  /\.action$/,
  /\.error\.code$/,
  / 200\.attention\[\]\.kind$/,
  /usage-?(reports|meters).*\.(status|state)$/i,
  /marketplace-connections.*\.credential\.kind$/,
  // Events beyond a limit, and thresholds that a plan chooses.
  /usage-events.*\.outcome$/,
  /\.usage\.threshold$/,
  // Event types: an endpoint that names its types hears of no others.
  /webhook-?(endpoints|event-types|deliveries).*\.(type|eventTypes\[\])$/i,
];
/** As many as there are types and groups. */
const countsEventTypes = /webhook-endpoints.*\.eventTypes: maxItems/;
const isGrowth = (change: string) => {
  if (countsEventTypes.test(change)) return true;
  const [member = '', difference] = change.split(': the list of values was ', 2);
  return difference !== undefined && growing.some((pattern) => pattern.test(member));
};

describe.each([
  ['the API', '/openapi.json', 'openapi.json'],
  ['the admin API', '/api/admin/v1/openapi.json', 'admin-openapi.json'],
])('the OpenAPI document of %s', (_name, path, recorded) => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    document = (await (await fetch(`${world.service.url}${path}`)).json()) as OpenApiDocument;
  });

  it('differs from the last release by additions only', () => {
    const released = readFileSync(join(releaseFolder(lastRelease()), recorded), 'utf8');
    const changes = apiChanges(JSON.parse(released), document as unknown as ApiDocument);
    expect(changes.filter((change) => !isGrowth(change))).toEqual([]);
  });

  it('names the URL of the service', () => {
    expect(document.servers).toEqual([{ url: world.service.url }]);
  });

  it('describes the headers of every response and references every problem response', () => {
    const operations = Object.values(document.paths).flatMap((operationsOf) => Object.values(operationsOf));
    const responses = [
      ...operations.flatMap((operation) => Object.values(operation.responses)),
      ...Object.values(document.components.responses),
    ];
    expect(responses.length).toBeGreaterThan(20);
    for (const response of responses) {
      if ('$ref' in response) continue;
      expect(response.headers).toHaveProperty('X-Request-Id');
      for (const header of Object.values(response.headers ?? {})) {
        expect(header).not.toHaveProperty('schema.schema');
      }
    }
    const inline = operations.flatMap((operation) =>
      Object.values(operation.responses).filter((response) =>
        JSON.stringify(response).includes('application/problem+json'),
      ),
    );
    expect(inline).toEqual([]);
  });
});

describe('the OpenAPI document of the API', () => {
  interface Operation {
    readonly parameters: readonly { readonly name: string; readonly schema: object }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  }
  const operation = (path: string) => world.contract.document.paths[path]?.post as unknown as Operation;

  it('has the rate limit in every response to a known credential', () => {
    const { paths, components } = world.contract.document;
    const lacking = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/v1/'))
      .flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, { responses }]) =>
          Object.entries(responses).flatMap(([status, response]) => {
            const name = '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
            const { headers = {} } = (name ? components.responses[name] : response) as { headers?: object };
            const isNamed = 'RateLimit' in headers && 'RateLimit-Policy' in headers;
            return isNamed || status === '401' ? [] : [`${method} ${path} ${status}`];
          }),
        ),
      );
    expect(lacking).toEqual([]);
  });

  it('states the constraints of its requests', () => {
    const question = operation('/api/v1/entitlements/{tenantId}/eligibility').requestBody;
    expect(question.content['application/json'].schema).toMatchObject({
      not: { anyOf: [{ required: ['userObjectId', 'email'] }, { not: expect.anything() }] },
    });
    const usage = operation('/api/v1/metered-usage');
    expect(usage.parameters).toMatchObject([
      { name: 'idempotency-key', schema: { minLength: 1, maxLength: 512, pattern: '^[ -~]+$' } },
    ]);
    expect(usage.requestBody.content['application/json'].schema).toMatchObject({
      properties: {
        records: {
          maxItems: 100,
          items: { properties: { product: { maxLength: 64 }, dimension: { maxLength: 100 } } },
        },
      },
    });
  });

  it('references no schema under webhooks alone, which generators drop', () => {
    const { webhooks, info } = world.contract.document as OpenApiDocument & { info: { license: object } };
    expect(Object.keys(webhooks).length).toBeGreaterThan(5);
    expect(JSON.stringify(webhooks)).not.toContain('$ref');
    expect(info.license).toEqual({ name: 'Apache-2.0', identifier: 'Apache-2.0' });
  });
});
