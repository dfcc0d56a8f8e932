import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

const shown = 10;

/** Prints the slowest files at the end of a run of several. */
export default class SlowestFiles implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#vitest || modules.length <= shown) return;
    const { config, logger } = this.#vitest;
    const files = modules.map((module) => ({
      path: relative(config.root, module.moduleId),
      seconds: secondsOf(module),
    }));
    const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, shown);
    const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    logger.log(`\n Slowest files\n${lines.join('\n')}\n`);
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
