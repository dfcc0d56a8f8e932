import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** So that no long file is the last one. Vitest's own order depends on the durations of earlier runs. */
export default class LargeFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return [...files].sort((one, other) => sizeOf(other) - sizeOf(one));
  }
}
