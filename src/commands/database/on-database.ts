import { CannotStart } from '../../core/operations/cannot-start.ts';
import { explainDatabaseError } from '../../service/refuse-start.ts';
import type { ProductionConfig } from '../../settings/config.ts';
import type { Call } from '../call.ts';
import type { RunCommand } from '../description.ts';
import { loadConfig } from '../load-config.ts';
import { print, printJson } from '../terminal.ts';

/** The result of a command, for people and for programs. */
export interface CommandResult {
  /** Empty: everything has been printed. */
  readonly text: string;
  /** What `--json` prints. */
  readonly json: object;
  readonly exitCode?: number;
}

export type Print = (line: string) => void;

/**
 * A command on the database of the settings. It prints its progress with `print`: with `--json` to the standard error.
 * A number is the exit code of a command that has printed its result.
 */
export function onDatabase(
  name: string,
  work: (config: ProductionConfig, call: Call, print: Print) => Promise<CommandResult | number>,
): RunCommand {
  return async (call) => {
    const config = loadConfig(call.environment);
    if (config.mode === 'demo') {
      throw new CannotStart(`${name} needs DATABASE_URL; it cannot be used with the demo.`);
    }
    const isJson = call.has('json');
    const printProgress: Print = isJson ? (line) => process.stderr.write(`${line}\n`) : print;
    const result = await work(config, call, printProgress).catch((error: unknown) => {
      throw explainDatabaseError(error, config.databaseUrl);
    });
    if (typeof result === 'number') return result;
    if (isJson) printJson(result.json);
    else if (result.text !== '') print(result.text);
    return result.exitCode ?? 0;
  };
}
