import { parseArgs } from 'node:util';
import { CannotStart } from './core/operations/cannot-start.ts';

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
  set-sign-in-tenants --workspace arcadia --tenants any
               set whose accounts may sign in to it, any or tenant ids with commas between them, then end
  catalogue export --workspace arcadia [--format json]
               print the catalogue as one file, YAML or JSON, then end
  catalogue plan --workspace arcadia --file catalogue.yaml
               tell what the file would change, then end
  catalogue apply --workspace arcadia --file catalogue.yaml --revision 12 [--archive 5] [--remove 2]
               make the catalogue what the file says, if it is still as it was for the plan and exactly so many
               products and plans are archived, and drafts removed; then end
`;

/** Options of each command; true marks required ones. */
const commands = {
  serve: { reset: false, api: false, workers: false },
  migrate: {},
  rekey: {},
  reconcile: {},
  'create-workspace': { slug: true, name: true, plan: true },
  'add-administrator': { workspace: true, email: true, tenant: true },
  'suspend-workspace': { workspace: true, reason: true },
  'resume-workspace': { workspace: true },
  'set-sign-in-tenants': { workspace: true, tenants: true },
  'catalogue export': { workspace: true, format: false },
  'catalogue plan': { workspace: true, file: true },
  'catalogue apply': { workspace: true, file: true, revision: true, archive: false, remove: false },
} as const satisfies Record<string, Record<string, boolean>>;
type CommandName = keyof typeof commands;

export type Command = {
  readonly name: CommandName;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
};

export function readCommand(args: readonly string[]): Command {
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
        tenants: text,
        reason: text,
        file: text,
        format: text,
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
