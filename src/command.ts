import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { explainDatabaseError, refuseFewOpenFiles } from './explain-start.ts';
import type { Service } from './main.ts';

const usage = `Usage: npm start [-- options]

  (none)       the demo or, with DATABASE_URL set, the production server
  --reset      demo only: begin afresh
  --api        only what callers ask
  --workers    only what time brings
  migrate      bring the database of DATABASE_URL up to date, then end
  rekey        seal every secret with ENCRYPTION_KEY that a key of ENCRYPTION_KEYS_OLD has sealed, then end
  reconcile    compare every subscription with the marketplace now, repair what differs, then end
  create-workspace --slug arcadia --name Arcadia --plan Growth
               add a partner (plans: Starter, Growth, Scale), then end
  add-administrator --workspace arcadia --email mara@arcadia.example --tenant id
               let somebody of that tenant administer it, or renew the invitation, then end
  suspend-workspace --workspace arcadia --reason 'unpaid invoice'
               turn its API clients and members away until it is resumed, then end
  resume-workspace --workspace arcadia
               end the suspension, then end
  catalogue export --workspace arcadia
               print the catalogue as one YAML file, then end
  catalogue plan --workspace arcadia --file catalogue.yaml
               tell what the file would change, then end
  catalogue apply --workspace arcadia --file catalogue.yaml --revision 12 [--archive 5] [--remove 2]
               make the catalogue what the file says, if it is still as it was for the plan and exactly so many
               products and plans are archived, and drafts removed; then end
`;

/** The options that each command takes; those that it needs are marked. */
const commands = {
  serve: { reset: false, api: false, workers: false },
  migrate: {},
  rekey: {},
  reconcile: {},
  'create-workspace': { slug: true, name: true, plan: true },
  'add-administrator': { workspace: true, email: true, tenant: true },
  'suspend-workspace': { workspace: true, reason: true },
  'resume-workspace': { workspace: true },
  'catalogue export': { workspace: true },
  'catalogue plan': { workspace: true, file: true },
  'catalogue apply': { workspace: true, file: true, revision: true, archive: false, remove: false },
} as const satisfies Record<string, Record<string, boolean>>;
type CommandName = keyof typeof commands;

export type Command = {
  readonly name: CommandName;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
};

await run().catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function run(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  // What a command does is loaded when it is known which: nobody who has mistyped one waits for all of the service.
  if (command.name === 'serve') {
    refuseFewOpenFiles();
    const { serve } = await import('./serve.ts');
    return stopOnSignal(await serve(config, command.values));
  }
  if (config.mode === 'demo') {
    throw new CannotStart(`${command.name} needs DATABASE_URL; the demo sees to itself.`);
  }
  const { runOnce } = await import('./run-once.ts');
  await runOnce(config, command).catch((error: unknown) => {
    throw explainDatabaseError(error, config.databaseUrl);
  });
}

function readCommand(args: readonly string[]): Command {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reset: flag,
        api: flag,
        workers: flag,
        slug: text,
        name: text,
        plan: text,
        workspace: text,
        email: text,
        tenant: text,
        reason: text,
        file: text,
        revision: text,
        archive: text,
        remove: text,
      },
    });
    const written = positionals.join(' ') || 'serve';
    const name = (Object.keys(commands) as CommandName[]).find((known) => known === written);
    if (!name) throw new Error(`There is no command '${written}'.`);
    const options: Readonly<Record<string, boolean>> = commands[name];
    const foreign = Object.keys(values).filter((option) => !(option in options));
    if (foreign.length > 0) throw new Error(`${name} does not take --${foreign.join(', --')}.`);
    const missing = Object.keys(options).filter((option) => options[option] && !(option in values));
    if (missing.length > 0) throw new Error(`${name} needs --${missing.join(', --')}.`);
    return { name, values };
  } catch (error) {
    throw new CannotStart(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** The first signal stops in good order; a second one does not wait. */
function stopOnSignal(service: Service): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
