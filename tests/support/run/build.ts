import type { TestProject } from 'vitest/node';
import { buildAll } from '../../../scripts/build.js';

/** Builds once per run what `npm start` would build. */
export default async function build(project: TestProject): Promise<void> {
  project.onTestsRerun(buildAll);
  await buildAll();
}
