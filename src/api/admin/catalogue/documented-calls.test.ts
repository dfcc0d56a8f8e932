import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/portal-user.ts';
import { World } from '../../../../tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
});
afterAll(() => world.close());

it('the page shows calls that work, one after the other', async () => {
  const user = await PortalUser.join(world, await world.workspace(), 'Catalogue manager');
  const page = readFileSync(new URL('../../../../docs/catalogue.md', import.meta.url), 'utf8');
  const lines = page
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl '));
  const answers: [string, number][] = [];
  let file = '';
  for (const line of lines) {
    const [, where = ''] = /\$WORKSPACE(\/[^\s"]*)/.exec(line) ?? [];
    const [, data] = / -d '([^']*)'/.exec(line) ?? [];
    const body = line.includes('jq -Rs') ? { file } : data && JSON.parse(data);
    const method = / -X (\w+)/.exec(line)?.[1] ?? (body ? 'POST' : 'GET');
    const [, tag] = /'If-Match: ([^']*)'/.exec(line) ?? [];
    const answer = await user.call(method, where, { body, ...(tag && { headers: { 'if-match': tag } }) });
    if (where === '/catalogue/file') file = answer.text.replace('name: Forum', 'name: Agora');
    answers.push([`${method} ${where.replace(/\?.*/, '')}`, answer.status]);
  }
  expect(answers).toEqual([
    ['POST /categories', 201],
    ['POST /products', 201],
    ['POST /products/forum/editions', 201],
    ['POST /products/forum/plans', 201],
    ['POST /products/forum/plans/basic/publish', 200],
    ['POST /products/forum/publish', 200],
    ['GET /products', 200],
    ['GET /products/forum', 200],
    ['POST /products/forum/plans/basic/impact', 200],
    ['PATCH /products/forum/plans/basic', 200],
    ['POST /products/forum/plans/basic/impact', 200],
    ['PUT /products/forum/edition-order', 200],
    ['POST /plan-mappings', 201],
    ['GET /plan-mappings', 200],
    ['GET /catalogue/file', 200],
    ['POST /catalogue/plan', 200],
    ['POST /catalogue/impact', 200],
    ['POST /catalogue/apply', 200],
  ]);
  expect((await user.call('GET', '/products/forum')).body.name).toBe('Agora');
});
