import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * So that no long file is the last one: a smoke test is short, but starts a demo or several nodes. Vitest's own order
 * depends on the durations of earlier runs.
 */
export default class LargeFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/smoke.test.ts') ? Number.MAX_SAFE_INTEGER : statSync(moduleId).size;
    return files.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  }
}
