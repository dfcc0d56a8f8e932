import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import type { OpenApiDocument } from '../../../tests/support/requests/contract.ts';
import { describedRequests } from '../../../tests/support/requests/request-schemas.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { ruleMessage } from '../../core/values/rule-message.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

const documentAt = async (path: string) =>
  (await (await fetch(`${world.service.url}${path}`)).json()) as OpenApiDocument;

/** They describe a schema, or hold others. */
const withoutRule = ['description', 'properties', 'items', 'examples', 'title', 'default', '$ref'];

/** The parameters with which the validator reports a broken rule. */
const paramsOf = (keyword: string, value: unknown) => ({
  type: value,
  allowedValues: value,
  allowedValue: value,
  format: value,
  pattern: value,
  limit: value,
  additionalProperty: 'other',
  keyword,
});

type Schema = Readonly<Record<string, unknown>>;

/** The rules of a schema, and of those inside it, without a message. */
function unexplained(
  schema: unknown,
  schemas: Readonly<Record<string, unknown>>,
  seen: Set<unknown>,
): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, properties = {}, items, anyOf = [], additionalProperties } = schema as Schema;
  const inner = [
    typeof $ref === 'string' && schemas[$ref.split('/').at(-1) ?? ''],
    ...Object.values(properties as Schema),
    items,
    ...(anyOf as unknown[]),
    additionalProperties,
  ];
  const own = Object.entries(schema)
    .filter(([keyword]) => !withoutRule.includes(keyword))
    .filter(([keyword, value]) => !(keyword === 'additionalProperties' && value !== false))
    .filter(([keyword, value]) => ruleMessage({ keyword, params: paramsOf(keyword, value) }) === undefined)
    .map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  return [...own, ...inner.flatMap((one) => unexplained(one, schemas, seen))];
}

it.each(['/openapi.json', '/api/admin/v1/openapi.json'])(
  'every rule for requests in %s has a message in plain words',
  async (path) => {
    const document = await documentAt(path);
    const { schemas = {} } = (document as unknown as { components: { schemas?: Schema } }).components;
    const found = describedRequests(document).flatMap(({ parameters, body }) =>
      [...parameters.map(({ schema }) => schema), body].flatMap((schema) =>
        unexplained(schema, schemas, new Set()),
      ),
    );
    expect([...new Set(found)]).toEqual([]);
  },
);

it('a form that is sent empty gets a message for each field, and none of the validator', async () => {
  const user = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  const { body } = await user.call('POST', '/api-clients', {
    body: { name: '', scopes: ['everything'], products: 'all', rateLimitPerMinute: 1.5 },
  });
  const scopes = 'entitlements:read, catalogue:read, usage:write';
  expect(body.args.issues.map(({ path, message }: Record<string, string>) => `${path} ${message}`)).toEqual([
    'name must not be blank',
    'name must not be empty',
    `scopes.0 must be one of: ${scopes}`,
    'products must be a list or null',
    'rateLimitPerMinute must be a whole number or null',
  ]);
});
