import { readFile, writeFile } from 'node:fs/promises';
import { TesseraError } from '../errors.ts';
import { installationKeyIn, readInstallationKey } from '../node/installation-key.ts';
import { writeUsageFile } from '../node/usage-files.ts';
import { type FileKind, unarmour } from '../offline/armour.ts';
import { readUnverified, type TokenType } from '../offline/compact-jws.ts';
import { thumbprintOf } from '../offline/ed25519.ts';
import { requestFile } from '../offline/request-file.ts';
import { exitCodeOf, parseCall, type Surroundings, WrongCall } from './command.ts';
import { verifyFile } from './verify-licence.ts';

const usage = `Usage:
  tessera-offline request --product <slug> --name <name> [--out <file>] [--folder <folder>]
  tessera-offline verify <licence file> --keys <JWKS file> [--revoked <list>] [--folder <folder>]
  tessera-offline show <file>
  tessera-offline usage --out <file> [--licence <file>] [--folder <folder>]

For an installation that cannot reach Tessera.

  request  makes the key of this installation, if it has none, and a request file: send it to your
           vendor, and get a licence file for this installation
  verify   says whether a licence file counts here, and until when
  show     prints what a licence, request or usage file says, without verifying it
  usage    writes what was tracked into a usage file: send it to your vendor

  --product  the slug of the product
  --name     the name by which people know this installation
  --keys     the public keys of the vendor: /.well-known/tessera/{workspaceId}/jwks.json
  --revoked  a revocation list: /.well-known/tessera/{workspaceId}/revoked.jwt
  --licence  the licence file; without it, licence.tessera-licence in the folder
  --out      the file to write; a request is printed without it
  --folder   the folder of this installation; without it, .tessera/offline
`;

const names = ['product', 'name', 'keys', 'revoked', 'licence', 'out', 'folder'] as const;
type Options = Partial<Record<(typeof names)[number], string>>;

/** What each command needs and may have. */
const commands: Readonly<
  Record<string, { needs: readonly string[]; takes: readonly string[]; run: Command }>
> = {
  request: { needs: ['product', 'name'], takes: ['out', 'folder'], run: request },
  verify: { needs: ['file', 'keys'], takes: ['revoked', 'folder'], run: verify },
  show: { needs: ['file'], takes: [], run: show },
  usage: { needs: ['out'], takes: ['licence', 'folder'], run: writeUsage },
};

type Command = (
  options: Required<Options> & { file: string },
  given: Options,
  out: (text: string) => void,
) => Promise<void>;

/** The exit code: 1 for a refusal, 2 for a wrong call. */
export function runOffline(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  return exitCodeOf('tessera-offline', usage, surroundings, async () => {
    const { help, values, positionals } = parseCall(args, names);
    if (help) return surroundings.out(usage);
    const [name = '', file, ...others] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new WrongCall(name ? `There is no command "${name}".` : 'Give a command.');
    const given = { ...values, ...(file !== undefined && { file }) };
    const missing = command.needs.find((option) => !(option in given));
    if (missing)
      throw new WrongCall(missing === 'file' ? `Give ${name} a file.` : `Give ${name} --${missing}.`);
    const known = [...command.needs, ...command.takes];
    const unknown = Object.keys(given).find((option) => !known.includes(option)) ?? others[0];
    if (unknown) throw new WrongCall(`${name} does not take ${unknown === 'file' ? file : unknown}.`);
    const all = { folder: '.tessera/offline', ...given } as Required<Options> & { file: string };
    await command.run(all, values, surroundings.out);
  });
}

async function request(
  { product, name, folder }: Required<Options>,
  { out: path }: Options,
  out: (text: string) => void,
): Promise<void> {
  const key = await installationKeyIn(folder);
  const text = await requestFile({ key, product, name });
  if (path === undefined) return out(text);
  await writeFile(path, text);
  out(
    `${path} asks for a licence file for the installation ${await thumbprintOf(key)}.\nSend it to your vendor.\n`,
  );
}

async function verify(
  { file, keys, folder }: Required<Options> & { file: string },
  { revoked }: Options,
  out: (text: string) => void,
): Promise<void> {
  const text = await verifyFile({
    licence: await readFile(file, 'utf8'),
    keys: await readJwks(keys),
    revoked: revoked && (await readFile(revoked, 'utf8')),
    installationKey: await readInstallationKey(folder),
  });
  out(text);
}

async function readJwks(path: string) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new TesseraError(`${path} is not JSON.`, { cause });
    throw cause;
  }
}

const types: Readonly<Record<FileKind, TokenType>> = {
  LICENCE: 'tessera-entitlement+jwt',
  REQUEST: 'tessera-request+jwt',
  USAGE: 'tessera-usage+jwt',
};
const maxFileLength = 8_388_608;

async function show({ file }: { file: string }, _given: Options, out: (text: string) => void): Promise<void> {
  const text = await readFile(file, 'utf8');
  for (const [kind, type] of Object.entries(types) as [FileKind, TokenType][]) {
    const token = unarmour(kind, text);
    if (token === undefined) continue;
    return out(`${JSON.stringify(readUnverified(token, type, maxFileLength), undefined, 2)}\n`);
  }
  throw new TesseraError(`${file} is not a licence, request or usage file.`);
}

async function writeUsage(
  { out: path, folder }: Required<Options>,
  { licence }: Options,
  out: (text: string) => void,
): Promise<void> {
  const written = await writeUsageFile(folder, { out: path, ...(licence !== undefined && { licence }) });
  if (!written) return out('There is no usage to send. No file was written.\n');
  const { sequence, events, isRepeated, isComplete } = written;
  const counted = events === 1 ? '1 event' : `${events} events`;
  out(`${path} is usage file ${sequence} of this installation: ${counted}. Send it to your vendor.\n`);
  if (isRepeated)
    out('It was made before, and did not reach its path. Run the command again for later usage.\n');
  else if (!isComplete)
    out('A running application has not handed over its latest events: they are for the next file.\n');
}
