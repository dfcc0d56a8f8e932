import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeEnvironment, RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import { startTestDemo, type TestDemo } from '../../../tests/support/worlds/test-demo.ts';

let demo: TestDemo;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-sample-'));
  demo = await startTestDemo(undefined, folder);
});
afterAll(() => demo.stop());

async function run(args: readonly string[], environment: Record<string, string> = { DATA_DIR: folder }) {
  const command = new RunningCommand(['import', 'accelerator', ...args], environment);
  return { exitCode: await command.ended(), output: command.output, errors: command.errors };
}

it('import accelerator --sample shows a plan for the demo, and drafts its plans with --apply', async () => {
  const planned = await run(['--sample']);
  expect(planned).toMatchObject({
    exitCode: 0,
    output: `Catalogue: 6 additions, all of drafts.
  + product atlas "Atlas Maps"
  + edition atlas/standard "Standard"
  + plan atlas/starter "Starter", for the whole tenant
  + mapping of atlas/starter to the offer atlas, plan starter; dimensions tiles
  + plan atlas/team "Team", with seats
  + mapping of atlas/team to the offer atlas, plan team
Subscriptions: 4 in the export.
       2 of draft plans, to add when those are published: atlas/starter, atlas/team
       1 ended at the marketplace
       1 refused
  5a3c0000-0000-4000-8000-000000000004 (jo@fabrikam.example): The marketplace does not know it.
9 more are live at the marketplace, but not in the export: import marketplace adds them.
Nothing was changed. Apply: npm start -- import accelerator --sample --apply
`,
  });
  const drafted = await run(['--sample', '--apply']);
  expect(drafted.output).toContain('Review and publish the drafts in the portal');
  expect((await run(['--sample'])).output).toContain('Nothing to apply.');
});

it.each([
  [['--sample', '--file', 'export'], 2, 'or --sample alone'],
  [['--workspace', 'arcadia'], 2, 'needs --workspace <slug> and --file <folder>, or --sample alone'],
])('%j is refused', async (args, exitCode, words) => {
  expect(await run(args)).toMatchObject({ exitCode, output: '', errors: expect.stringContaining(words) });
});

it('the sample is for a running demo', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'tessera-no-demo-'));
  expect(await run(['--sample'], { DATA_DIR: empty })).toMatchObject({
    exitCode: 1,
    errors: '--sample needs the running demo: start it in another terminal with npm start\n',
  });
  await rm(empty, { recursive: true });
  expect(await run(['--sample'], nodeEnvironment(demo.databaseUrl))).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('--sample is for the demo'),
  });
});
