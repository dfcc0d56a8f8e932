import { sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What starts processes and browsers comes first, so that no long file is left over when all others are done. By itself
 * Vitest knows how long a file takes only where it has run before.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId, project }: TestSpecification) =>
      moduleId.startsWith(`${project.config.root}${sep}tests${sep}`);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
