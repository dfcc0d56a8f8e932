import { parseArgs } from 'node:util';
import { TesseraConfigurationError, TesseraError } from '../errors.ts';

export interface Surroundings {
  out(text: string): void;
  error(text: string): void;
}

/** The command was called in a way that it does not know. */
export class WrongCall extends Error {}

/** The exit code of the work: 1 for a refusal, 2 for a wrong call, whose message is followed by the usage. */
export async function exitCodeOf(
  name: string,
  usage: string,
  { error: print }: Surroundings,
  work: () => Promise<void>,
): Promise<0 | 1 | 2> {
  try {
    await work();
    return 0;
  } catch (error) {
    const isWrongCall = error instanceof WrongCall || error instanceof TesseraConfigurationError;
    if (!isWrongCall && !(error instanceof TesseraError) && !isFileError(error)) throw error;
    print(`${name}: ${explained(error)}\n${error instanceof WrongCall ? `\n${usage}` : ''}`);
    return isWrongCall ? 2 : 1;
  }
}

/** The options by name, each a text, and what is no option. `--help` is true if it is there. */
export function parseCall<Name extends string>(args: readonly string[], names: readonly Name[]) {
  try {
    const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
    const options = { ...texts, help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return {
      help: values.help === true,
      values: values as Partial<Record<Name, string>>,
      positionals,
    };
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}

/** The message, and the root cause unless the message has it: Node's "fetch failed" says nothing by itself. */
function explained(error: Error): string {
  let cause: Error = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return error.message.includes(cause.message) ? error.message : `${error.message} (${cause.message})`;
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;
