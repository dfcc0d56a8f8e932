import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TesseraConfigurationError, TesseraError } from '../errors.ts';
import { readCatalogueFile, readService } from './read-catalogue.ts';
import { writeTypes } from './write-types.ts';

const usage = `Usage:
  tessera-types --url <service> --key <API key> [--out <file>]
  tessera-types --file <catalogue file> [--out <file>]

Writes the TypeScript types of a catalogue: the names of capabilities, limits, dimensions and plans.

  --url   the service's address; the key needs the scope catalogue:read
  --file  a catalogue file, JSON or YAML, instead of a service
  --out   the file to write; without it the types are printed
`;

export interface Surroundings {
  out(text: string): void;
  error(text: string): void;
}

/** The exit code: 1 for a refusal, 2 for a wrong call. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  try {
    const options = parse(args);
    if (options === 'help') {
      surroundings.out(usage);
      return 0;
    }
    const types = writeTypes(await options.read());
    if (options.file === undefined) surroundings.out(types);
    else await writeFile(options.file, types);
    return 0;
  } catch (error) {
    const isWrongCall = error instanceof WrongCall || error instanceof TesseraConfigurationError;
    if (!isWrongCall && !(error instanceof TesseraError) && !isFileError(error)) throw error;
    surroundings.error(
      `tessera-types: ${explained(error)}\n${error instanceof WrongCall ? `\n${usage}` : ''}`,
    );
    return isWrongCall ? 2 : 1;
  }
}

class WrongCall extends Error {}

/** The message, and the root cause unless the message has it: Node's "fetch failed" says nothing by itself. */
function explained(error: Error): string {
  let cause: Error = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return error.message.includes(cause.message) ? error.message : `${error.message} (${cause.message})`;
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

function parse(args: readonly string[]) {
  const { url, key, file, out, help } = parsed(args);
  if (help) return 'help';
  if (file !== undefined && url === undefined && key === undefined) {
    return { file: out, read: () => readCatalogueFile(file) };
  }
  if (file === undefined && url !== undefined && key !== undefined) {
    return { file: out, read: () => readService(url, key) };
  }
  throw new WrongCall('Give --url and --key, or --file.');
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { url: text, key: text, file: text, out: text, help: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : String(error));
  }
}
