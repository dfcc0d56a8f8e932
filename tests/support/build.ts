import type { TestProject } from 'vitest/node';
import { buildPortal, buildService } from '../../build.js';

/** What `npm start` would build, once a run: tests that start it side by side find it there. */
export default async function build(project: TestProject): Promise<void> {
  project.onTestsRerun(buildAll);
  await buildAll();
}

async function buildAll(): Promise<void> {
  await Promise.all([buildService(), buildPortal()]);
}
