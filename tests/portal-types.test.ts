import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

it('the portal’s types are those of the admin API; `npm run generate` writes them anew', async () => {
  const answer = await fetch(`${world.service.url}/api/admin/v1/openapi.json`);
  const types = astToString(await openapiTS((await answer.json()) as never));
  await expect(
    `// Written by \`npm run generate\` from the document of the admin API.\n\n${types}`,
  ).toMatchFileSnapshot('../portal/api/admin-api.generated.ts');
});
