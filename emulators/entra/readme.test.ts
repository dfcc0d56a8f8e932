import { expect, it } from 'vitest';
import { readmeExamples, runScript } from '../shell/readme-examples.fixture.ts';
import { CLIENT, NORTHWIND } from './sample-directory.ts';

it('runs the README’s example', async () => {
  const [example = ''] = await readmeExamples(new URL('.', import.meta.url));
  const claims = JSON.parse(await runScript(example));
  expect(claims).toMatchObject({ azp: CLIENT, tid: NORTHWIND, ver: '2.0' });
});
