import { writeFile } from 'node:fs/promises';
import { exitCodeOf, parseCall, type Surroundings, WrongCall } from './command.ts';
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

/** The exit code: 1 for a refusal, 2 for a wrong call. */
export function run(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  return exitCodeOf('tessera-types', usage, surroundings, async () => {
    const options = parse(args);
    if (options === 'help') return surroundings.out(usage);
    const types = writeTypes(await options.read());
    if (options.file === undefined) surroundings.out(types);
    else await writeFile(options.file, types);
  });
}

function parse(args: readonly string[]) {
  const { help, values, positionals } = parseCall(args, ['url', 'key', 'file', 'out']);
  const { url, key, file, out } = values;
  if (help) return 'help';
  if (positionals.length === 0 && file !== undefined && url === undefined && key === undefined) {
    return { file: out, read: () => readCatalogueFile(file) };
  }
  if (positionals.length === 0 && file === undefined && url !== undefined && key !== undefined) {
    return { file: out, read: () => readService(url, key) };
  }
  throw new WrongCall('Give --url and --key, or --file.');
}
