import { readFile } from 'node:fs/promises';
import { type Call, Refused, WrongCall } from '../call.ts';
import { counted, paintFor, print, printJson, progress } from '../terminal.ts';
import { typedCommand } from '../typed-command.ts';
import {
  type CatalogueChange,
  type CatalogueImpact,
  type ChangedProduct,
  changeLines,
  impactLines,
} from './catalogue-text.ts';
import type { Problem } from './explain.ts';
import { Service } from './service.ts';

/** `catalogue export` */
export async function exportCatalogue(call: Call): Promise<number> {
  const service = await Service.open(call);
  // The file is a document of its own, so --json is another name of its format.
  const format = call.has('json') ? 'json' : (call.optional('format') ?? 'yaml');
  const response = await service.request('/catalogue/file', { query: { format } });
  process.stdout.write(await response.text());
  return 0;
}

interface Plan {
  readonly changes: readonly CatalogueChange[];
  readonly products: readonly ChangedProduct[];
  readonly archive: number;
  readonly remove: number;
}

/** `catalogue plan` */
export async function planCatalogue(call: Call): Promise<number> {
  const path = call.text('file');
  const file = await readCatalogue(path);
  const service = await Service.open(call);
  const response = await service.request('/catalogue/plan', { body: { file } });
  const revision = revisionOf(response);
  const { changes, products, archive, remove } = (await response.json()) as Plan;
  progress(`${counted(changes.length, 'change')}; comparing the entitlements of every customer …`);
  const impact =
    changes.length === 0
      ? null
      : await service.read<CatalogueImpact>('/catalogue/impact', { body: { file } });
  const { workspace } = service.caller;
  if (call.has('json')) {
    printJson({ workspace, revision, changes, archive, remove, impact: impact && withoutChanges(impact) });
    return 0;
  }
  if (impact === null) {
    print(`No changes: the catalogue of ${workspace.name} matches the file.`);
    return 0;
  }
  const paint = paintFor(call.environment);
  print(`Changes of the catalogue of ${workspace.name}, revision ${revision}:\n`);
  for (const line of changeLines(changes, paint, products)) print(line);
  print(
    `\n${counted(changes.length, 'change')}; products and plans to archive: ${archive}, drafts to remove: ${remove}.\n`,
  );
  for (const line of impactLines(impact)) print(line);
  const consent = `${archive > 0 ? ` --archive ${archive}` : ''}${remove > 0 ? ` --remove ${remove}` : ''}`;
  print(
    `\nApply it with:\n  ${typedCommand(`catalogue apply --file ${quoted(path)} --revision ${revision}${consent}`)}`,
  );
  return 0;
}

/** `catalogue apply` */
export async function applyCatalogue(call: Call): Promise<number> {
  const path = call.text('file');
  const revision = readNumber(call, 'revision');
  const [archive, remove] = [readNumber(call, 'archive', 0), readNumber(call, 'remove', 0)];
  const file = await readCatalogue(path);
  const service = await Service.open(call);
  const plan = typedCommand(`catalogue plan --file ${quoted(path)}`);
  const response = await service.request('/catalogue/apply', {
    body: { file, archive, remove },
    headers: { 'if-match': `"${revision}"` },
    advice: {
      'request.precondition_failed': () =>
        `The catalogue has been changed since revision ${revision}. Run \`${plan}\` again, review its changes, and apply with its --revision.`,
      'catalogue.consent_required': ({ args = {} }: Problem) =>
        `The file archives products and plans (${args.archive}) or removes drafts (${args.remove}): to confirm, apply it with --archive ${args.archive} --remove ${args.remove}.`,
    },
  });
  const { changes } = (await response.json()) as Plan;
  const { workspace } = service.caller;
  if (call.has('json')) {
    printJson({ workspace, revision: revisionOf(response), changes });
    return 0;
  }
  for (const line of changeLines(changes, paintFor(call.environment))) print(line);
  print(
    `${changes.length} changed; the catalogue of ${workspace.name} has the revision ${revisionOf(response)}.`,
  );
  return 0;
}

const withoutChanges = ({ changes: _, ...impact }: CatalogueImpact & { changes?: unknown }) => impact;

/** A path as a word of a shell. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

async function readCatalogue(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new Refused('file.unreadable', `${path} cannot be read: ${error.message}`);
  });
}

/** The `ETag` of the catalogue is its revision. */
function revisionOf(response: Response): number {
  return Number(/\d+/.exec(response.headers.get('etag') ?? '')?.[0]);
}

function readNumber(call: Call, name: string, usual?: number): number {
  const typed = call.optional(name);
  if (typed === undefined && usual !== undefined) return usual;
  if (typed !== undefined && /^\d{1,9}$/.test(typed)) return Number(typed);
  throw new WrongCall(`--${name} must be the number that catalogue plan printed.`);
}
