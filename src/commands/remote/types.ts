import { parse } from 'yaml';
import { run } from '../../../sdk/src/command/run.ts';
import type { Call } from '../call.ts';

/** `types`, as the client library has it for applications. */
export async function types(call: Call): Promise<number> {
  const options = ['url', 'key', 'file', 'out'].flatMap((name) => {
    const value = call.optional(name);
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return run(['types', ...options], {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    yaml: async () => parse,
  });
}
