import { join, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs files that start processes and browsers first, so that no slow file is the last one. Vitest alone knows
 * durations only from an earlier run.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId, project }: TestSpecification) =>
      ['tests', join('sdk', 'tests')].some((folder) =>
        moduleId.startsWith(`${join(project.config.root, folder)}${sep}`),
      );
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
