import { setTimeout as delay } from 'node:timers/promises';
import type { AcceleratorTexts } from '../../core/marketplace/import/accelerator-export.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import { print, printJson, progress } from '../terminal.ts';
import { typedCommand } from '../typed-command.ts';
import { readAcceleratorFolder } from './accelerator-folder.ts';
import { type ImportedRow, type ImportReport, importText } from './import-text.ts';
import { Service } from './service.ts';

interface Connection {
  readonly connectionId: string;
  readonly sourceName: string;
  readonly traits: { readonly namesCustomer: boolean };
}

interface Plan extends ImportReport {
  readonly fingerprint: string;
  readonly subscriptions: readonly (ImportedRow & { readonly fingerprint: string })[];
}

interface Applied {
  readonly subscriptions: readonly ImportedRow[];
  readonly failure: Failure | null;
}

interface Failure {
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
}

const rowsPerRequest = 50;
/** More connections than a workspace has. */
const maxConnections = 1_000;
/** A longer pause is for the person. */
const maxPauseSeconds = 300;
const maxAttempts = 5;

/** `import accelerator` */
export async function importAccelerator(call: Call): Promise<number> {
  if (call.has('sample') === call.has('file')) {
    throw new WrongCall('import accelerator needs --file <folder>, or --sample on the demo.');
  }
  const folder = call.optional('file');
  const tables = folder === undefined ? undefined : await readAcceleratorFolder(folder);
  const service = await Service.open(call);
  const connection = await chooseConnection(service, call.optional('connection'));
  return runImport(call, 'import accelerator', {
    service,
    connection,
    tables: tables ?? (await readSample(service, connection)),
  });
}

/** `import marketplace` */
export async function importMarketplace(call: Call): Promise<number> {
  const service = await Service.open(call);
  const connection = await chooseConnection(service, call.optional('connection'));
  return runImport(call, 'import marketplace', { service, connection, tables: undefined });
}

interface Source {
  readonly service: Service;
  readonly connection: Connection;
  /** Undefined: everything that the connection sells. */
  readonly tables: AcceleratorTexts | undefined;
}

/** Returns the exit code: 1 if the marketplace ended it early. */
async function runImport(call: Call, command: string, source: Source): Promise<number> {
  const { service, connection, tables } = source;
  const path = pathOf(connection);
  const body = { ...(tables && { tables }) };
  progress('Reading the subscriptions from the marketplace …');
  const { fingerprint, ...plan } = await service.read<Plan>(`${path}/plan`, { body });
  const applies = call.has('apply');
  let report: ImportReport = plan;
  let failure: Failure | null = null;
  if (applies) {
    if (plan.changes.length > 0) {
      await service.request(`${path}/drafts`, { body: { ...body, fingerprint } });
    }
    const applied = await applyRows(source, plan.subscriptions);
    const results = new Map(applied.subscriptions.map((row) => [row.id, row]));
    const subscriptions = plan.subscriptions.map((row) => ({
      ...row,
      ...results.get(row.id),
      contact: row.contact,
    }));
    report = { ...plan, subscriptions };
    failure = applied.failure;
  }
  if (call.has('json')) {
    const { workspace } = service.caller;
    printJson({ workspace, connection: connection.sourceName, applied: applies, ...report, failure });
  } else {
    const next = failure === null ? [nextStep(report, call, command)] : [];
    print([importText(report, tables !== undefined), ...next].join('\n'));
  }
  if (failure === null) return 0;
  process.stderr.write(`${failure.reason} Run the command again to continue.\n`);
  return 1;
}

/** Applies what is to be added or changed, in batches, and waits as long as the marketplace asks. */
async function applyRows({ service, connection }: Source, planned: Plan['subscriptions']): Promise<Applied> {
  const rows = planned.filter(({ outcome }) => outcome === 'Add' || outcome === 'Change');
  const done: ImportedRow[] = [];
  let waiting = rows.map(({ id, fingerprint }) => ({ id, fingerprint }));
  let attempts = 0;
  while (waiting.length > 0) {
    const { subscriptions, failure } = await service.read<Applied>(`${pathOf(connection)}/subscriptions`, {
      body: { subscriptions: waiting.slice(0, rowsPerRequest) },
    });
    done.push(...subscriptions);
    const ids = new Set(subscriptions.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !ids.has(id));
    progress(`Subscriptions imported: ${done.length} of ${rows.length}`);
    attempts = ids.size > 0 ? 0 : attempts + 1;
    const seconds = failure === null ? 0 : failure.retryAfterSeconds;
    if (seconds === null || seconds > maxPauseSeconds || attempts === maxAttempts) {
      const ended = failure ?? {
        reason: 'The marketplace did not respond in time.',
        retryAfterSeconds: null,
      };
      return { subscriptions: done, failure: ended };
    }
    await delay(seconds * 1_000);
  }
  return { subscriptions: done, failure: null };
}

const pathOf = ({ connectionId }: Connection) => `/marketplace-connections/${connectionId}/import`;

async function readSample(service: Service, connection: Connection): Promise<AcceleratorTexts> {
  const { tables } = await service.read<{ tables: AcceleratorTexts | null }>(`${pathOf(connection)}/sample`);
  if (tables) return tables;
  throw new Refused(
    'import.no_sample',
    '--sample is for the demo: give the folder of an export with --file.',
  );
}

async function chooseConnection(service: Service, wanted: string | undefined): Promise<Connection> {
  const { slug } = service.caller.workspace;
  const connections = await service.list<Connection>('/marketplace-connections', {}, maxConnections);
  // A purchase that names no customer waits for the customer to confirm it: there is nothing to import.
  const items = connections.items.filter(({ traits }) => traits.namesCustomer);
  const refuse = (text: string) => new Refused('import.no_connection', text);
  const [first, second] = items;
  if (!first)
    throw refuse(
      `${slug} has no marketplace connection to import from: add one in the portal, below Settings.`,
    );
  const listed = items.map(({ sourceName }) => `'${sourceName}'`).join(', ');
  if (wanted === undefined) {
    if (!second) return first;
    throw refuse(`${slug} has several connections: choose one with --connection, of ${listed}.`);
  }
  const found = items.find(({ sourceName }) => sourceName === wanted);
  if (!found) throw refuse(`${slug} has no connection '${wanted}', only ${listed}.`);
  return found;
}

function nextStep({ changes, subscriptions }: ImportReport, call: Call, command: string): string {
  const has = (...outcomes: readonly string[]) =>
    subscriptions.some(({ outcome }) => outcomes.includes(outcome));
  if (!call.has('apply')) {
    if (changes.length === 0 && !has('Add', 'Change')) return 'Nothing to apply.';
    const options = ['profile', 'connection', 'file'].flatMap((name) => {
      const value = call.optional(name);
      return value === undefined ? [] : [`--${name} ${/^[\w./-]+$/.test(value) ? value : `'${value}'`}`];
    });
    const words = [command, ...(call.has('sample') ? ['--sample'] : []), ...options, '--apply'];
    return `Nothing was changed. Apply: ${typedCommand(words.join(' '))}`;
  }
  const review = 'Review and publish the drafts in the portal';
  if (has('AwaitsPublishing')) return `${review}, then run the command again to add their subscriptions.`;
  return changes.length > 0 ? `Done. ${review}.` : 'Done.';
}
