import { parse } from 'yaml';
import { run } from '../sdk/src/command/run.ts';

/** `types`, as the client library has it for applications; returns the exit code. */
export async function runTypes(args: readonly string[]): Promise<number> {
  return run(args, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    yaml: async () => parse,
  });
}
