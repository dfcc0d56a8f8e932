import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection } from '../../actions/marketplace/account.ts';
import {
  type Import,
  type ImportReport,
  importSubscriptions,
} from '../../actions/marketplace/import-subscriptions.ts';
import type { Progress } from '../../actions/marketplace/survey-marketplace.ts';
import { requireEncryptionKey } from '../../actions/operations/check-encryption-key.ts';
import { createFulfilmentService } from '../../adapters/microsoft-marketplace/fulfilment-service.ts';
import { createExchanges, partnerAgent } from '../../adapters/outgoing/exchange.ts';
import type { AcceleratorExport } from '../../core/marketplace/import/accelerator-export.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { demoWorkspaceSlug } from '../../demo/identities.ts';
import { refuseWrongClock, systemClock } from '../../service/clock-guard.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { listConnections } from '../../storage/marketplace/connections.ts';
import { findWorkspaceBySlug } from '../../storage/workspaces/workspaces.ts';
import { type Call, Refused, WrongCall } from '../call.ts';
import type { RunCommand } from '../description.ts';
import { loadConfig } from '../load-config.ts';
import { print, printJson } from '../terminal.ts';
import { typedCommand } from '../typed-command.ts';
import { readAcceleratorFolder } from './accelerator-folder.ts';
import { orThrow } from './administer.ts';
import { importText } from './import-report.ts';
import { onDatabase } from './on-database.ts';
import { demoSettings, type ImportSettings, sampleFolder, sellSample } from './sample-export.ts';

/** As many as follow subscriptions at once. */
const maxConnections = 4;

interface Imported {
  readonly command: string;
  readonly workspace: string;
  /** Null: everything that the connection sells. */
  readonly exported: AcceleratorExport | null;
}

/** `import accelerator` */
export const importAccelerator: RunCommand = (call, table) => {
  const command = 'import accelerator';
  const isComplete = call.has('workspace') && call.has('file');
  const hasAny = call.has('workspace') || call.has('file');
  if (call.has('sample') ? hasAny : !isComplete) {
    throw new WrongCall(`${command} needs --workspace <slug> and --file <folder>, or --sample alone.`);
  }
  if (call.has('sample')) return importSample(call, command);
  return onDatabase(command, async (config) => {
    const exported = await readAcceleratorFolder(call.text('file'));
    return runImport(config, call, { command, workspace: call.text('workspace'), exported });
  })(call, table);
};

/** The export of the examples, into the running demo. */
async function importSample(call: Call, command: string): Promise<number> {
  const config = loadConfig(call.environment);
  if (config.mode !== 'demo') throw new CannotStart('--sample is for the demo, which has no DATABASE_URL.');
  const settings = await demoSettings(config);
  await sellSample(settings);
  const exported = await readAcceleratorFolder(sampleFolder);
  return runImport(settings, call, { command, workspace: demoWorkspaceSlug, exported });
}

/** `import marketplace` */
export const importMarketplace = onDatabase('import marketplace', (config, call) =>
  runImport(config, call, {
    command: 'import marketplace',
    workspace: call.text('workspace'),
    exported: null,
  }),
);

/** Returns the exit code: 1 if the marketplace ended it early. */
async function runImport(
  config: ImportSettings,
  call: Call,
  { command, workspace, exported }: Imported,
): Promise<number> {
  const applies = call.has('apply');
  const { databaseUrl: url, encryptionKey } = config;
  const database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  const exchanges = createExchanges(partnerAgent({ allowsLoopback: config.allowsLocalWebhooks }));
  const fulfilment = createFulfilmentService({
    clock: systemClock,
    randomBytes,
    exchange: exchanges.exchange,
  });
  const actor = { kind: 'Command', id: command, name: typedCommand(command), address: null } as const;
  const context = () => ({ database, now: systemClock.now(), randomBytes, actor });
  try {
    await refuseWrongClock(database);
    await requireEncryptionKey(database, encryptionKey);
    const source = await sourceNamed(database, workspace, call.optional('connection'));
    const connection = await openConnection(database, source, encryptionKey);
    const options: Import = {
      context,
      fulfilment,
      connection,
      source,
      exported,
      applies,
      pause: async (milliseconds, reason) => {
        process.stderr.write(`${reason} Trying again in ${Math.ceil(milliseconds / 1_000)} s.\n`);
        await delay(milliseconds);
      },
      progress: progressOn(process.stderr),
    };
    const report = orThrow(await importSubscriptions(options));
    if ('outcome' in report) {
      throw new Refused('marketplace.unavailable', `The marketplace cannot be read: ${report.reason}`);
    }
    if (call.has('json')) {
      const { sourceName } = source;
      printJson({ workspace, connection: sourceName, applied: applies, ...report });
    } else {
      print([importText(report, exported !== null), ...nextStep(report, call, command)].join('\n'));
    }
    if (report.failure === null) return 0;
    process.stderr.write(`${report.failure} Run the command again to continue.\n`);
    return 1;
  } finally {
    fulfilment.stop();
    exchanges.stop();
    await database.destroy();
  }
}

async function sourceNamed(database: Database, slug: string, wanted: string | undefined) {
  const workspace = await findWorkspaceBySlug(database, slug);
  if (!workspace) throw new CannotStart(`There is no workspace ${slug}; create it with create-workspace.`);
  const { workspaceId } = workspace;
  const names = (await listConnections(database))
    .filter((connection) => connection.workspaceId === workspaceId)
    .map(({ sourceName }) => sourceName);
  if (names.length === 0) {
    throw new CannotStart(`${slug} has no marketplace connection: add one in the portal, below Settings.`);
  }
  const listed = names.map((name) => `'${name}'`).join(', ');
  if (wanted === undefined && names.length > 1) {
    throw new CannotStart(`${slug} has several connections: choose one with --connection, of ${listed}.`);
  }
  const sourceName = wanted === undefined ? names[0] : names.find((name) => name === wanted);
  if (sourceName === undefined)
    throw new CannotStart(`${slug} has no connection '${wanted}', only ${listed}.`);
  return { workspaceId, sourceName };
}

function nextStep({ changes, subscriptions, failure }: ImportReport, call: Call, command: string): string[] {
  if (failure !== null) return [];
  const has = (...outcomes: readonly string[]) =>
    subscriptions.some(({ outcome }) => outcomes.includes(outcome));
  if (!call.has('apply')) {
    if (changes.length === 0 && !has('Add', 'Change')) return ['Nothing to apply.'];
    const options = ['workspace', 'connection', 'file'].flatMap((name) => {
      const value = call.optional(name);
      return value === undefined ? [] : [`--${name} ${/^[\w./-]+$/.test(value) ? value : `'${value}'`}`];
    });
    const words = [command, ...(call.has('sample') ? ['--sample'] : []), ...options, '--apply'];
    return [`Nothing was changed. Apply: ${typedCommand(words.join(' '))}`];
  }
  const review = 'Review and publish the drafts in the portal';
  if (has('AwaitsPublishing')) return [`${review}, then run the command again to add their subscriptions.`];
  return [changes.length > 0 ? `Done. ${review}.` : 'Done.'];
}

/** On a terminal one line that changes; elsewhere a line for every 100, and the last. */
function progressOn(stream: NodeJS.WriteStream): Progress {
  return (step, done, total) => {
    const text = `${step}: ${done}${total === null ? '' : ` of ${total}`}`;
    if (stream.isTTY) stream.write(`\r${text}${done === total ? '\n' : ''}`);
    else if (done === total || (total !== null && done % 100 === 0)) stream.write(`${text}\n`);
  };
}
