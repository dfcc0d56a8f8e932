import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../../../tests/support/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

it('the admin document and the API document share no paths or schemas', () => {
  const [api, admin] = [world.contract.document, world.adminContract.document];
  expect(Object.keys(api.paths).filter((path) => path.startsWith('/api/admin/'))).toEqual([]);
  expect(Object.keys(admin.paths).filter((path) => !path.startsWith('/api/admin/v1/'))).toEqual([]);
  expect(Object.keys(api.components.schemas)).toContain('Entitlement');
  expect(Object.keys(api.components.schemas)).not.toContain('ApiClient');
  expect(Object.keys(admin.components.schemas)).toContain('ApiClient');
  expect(Object.keys(admin.components.schemas)).not.toContain('CatalogueProduct');
});

it('every operation of the admin document has a unique id', () => {
  const operations = Object.values(world.adminContract.document.paths).flatMap((path) => Object.values(path));
  const ids = operations.map((operation) => (operation as unknown as { operationId: string }).operationId);
  expect(ids.every(Boolean)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every example of the admin document matches its schema', () => {
  const { paths } = world.adminContract.document;
  let count = 0;
  for (const [template, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const status of Object.keys(responses)) {
        const { content = {} } = world.adminContract.responseOf(template, method, status) ?? {};
        for (const [contentType, { examples = {} }] of Object.entries(content)) {
          for (const { value } of Object.values(examples)) {
            const path = template.replaceAll(/\{[^}]+\}/g, 'x');
            world.adminContract.check({ method, path, status: Number(status), contentType, body: value });
            count += 1;
          }
        }
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});

it('both documents are shown in the reference', async () => {
  const page = await (await fetch(`${world.service.url}/docs/`)).text();
  expect(page).toContain('/openapi.json');
  expect(page).toContain('/api/admin/v1/openapi.json');
});
