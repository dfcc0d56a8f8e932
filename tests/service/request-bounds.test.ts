import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenApiDocument } from '../support/requests/contract.ts';
import {
  describedRequests,
  entrySchemas,
  type RequestSchema,
  resolved,
} from '../support/requests/request-schemas.ts';
import { World } from '../support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

const boundedFormats = ['uuid', 'date-time', 'date'];
/** Anchored at both ends and without unbounded repetition. */
const boundedPattern = /^\^(?:[^*+]|\\[*+])*\$$/;

/** Paths of the schema's strings, arrays and maps without a maximum. */
function unbounded(document: OpenApiDocument, written: RequestSchema, path: string): readonly string[] {
  const schema = resolved(document, written);
  const within = (inner: RequestSchema, name: string) => unbounded(document, inner, `${path}.${name}`);
  const has = (type: string) => schema.type === type || (schema.type as string[] | undefined)?.includes(type);
  const entries = entrySchemas(schema);
  const hasEnd =
    schema.maxLength !== undefined ||
    schema.enum !== undefined ||
    schema.const !== undefined ||
    boundedFormats.includes(schema.format ?? '') ||
    (boundedPattern.test(schema.pattern ?? '') && !schema.pattern?.includes(',}'));
  return [
    ...(has('string') && !hasEnd ? [`${path}: a string`] : []),
    ...(has('array') && schema.maxItems === undefined ? [`${path}: an array`] : []),
    ...(entries.length > 0 && schema.maxProperties === undefined ? [`${path}: a map`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => within(member, name)),
    ...entries.flatMap((entry) => within(entry, '*')),
    ...(schema.items ? within(schema.items, '0') : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
      unbounded(document, part, path),
    ),
  ];
}

it('every string, array and map of a request schema has a maximum size', () => {
  const found = [world.contract, world.adminContract].flatMap(({ document }) => {
    const requests = describedRequests(document);
    expect(requests.length).toBeGreaterThan(5);
    return requests.flatMap(({ method, template, parameters, body }) =>
      [
        ...parameters.flatMap(({ name, in: place, schema }) =>
          unbounded(document, schema, `${place} ${name}`),
        ),
        ...(body ? unbounded(document, body, 'body') : []),
      ].map((where) => `${method} ${template} ${where}`),
    );
  });
  expect(found).toEqual([]);
});

/** The pattern of names. */
const notBlank = '\\S';

/** Paths of the schema's names and marketplace ids that may be blank. */
function blank(document: OpenApiDocument, written: RequestSchema, path: string): readonly string[] {
  const schema = resolved(document, written);
  const within = (inner: RequestSchema, name: string) => blank(document, inner, `${path}.${name}`);
  const isName = /\.(name|sourceName|offerId|planId|unit)$/.test(path) && schema.type === 'string';
  return [
    ...(isName && schema.pattern !== notBlank ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => within(member, name)),
    ...(schema.items ? within(schema.items, '0') : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
      blank(document, part, path),
    ),
  ];
}

it('no name in a request body may be blank', () => {
  const { document } = world.adminContract;
  const found = describedRequests(document).flatMap(({ method, template, body }) =>
    body ? blank(document, body, `${method} ${template} body`) : [],
  );
  expect(found).toEqual([]);
});
