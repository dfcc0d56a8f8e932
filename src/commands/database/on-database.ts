import type { ProductionConfig } from '../../config.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { explainDatabaseError } from '../../explain-start.ts';
import type { Call } from '../call.ts';
import type { RunCommand } from '../description.ts';
import { loadConfig } from '../load-config.ts';

/** A command on the database of the settings; a text that it returns is printed. */
export function onDatabase(
  name: string,
  work: (config: ProductionConfig, call: Call) => Promise<string | number>,
): RunCommand {
  return async (call) => {
    const config = loadConfig(call.environment);
    if (config.mode === 'demo') {
      throw new CannotStart(`${name} needs DATABASE_URL; it cannot be used with the demo.`);
    }
    const result = await work(config, call).catch((error: unknown) => {
      throw explainDatabaseError(error, config.databaseUrl);
    });
    if (typeof result !== 'string') return result;
    print(result);
    return 0;
  };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
