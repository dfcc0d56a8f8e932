import { expect, it } from 'vitest';
import { readmeExamples, runScript } from '../shell/readme-examples.fixture.ts';

it('runs the README’s example', async () => {
  const [example = ''] = await readmeExamples(new URL('.', import.meta.url));
  expect(JSON.parse(await runScript(example))).toMatchObject({
    value: [
      { serviceIdentifier: 'contoso.planner.team', state: 'active' },
      { serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
    ],
  });
});
