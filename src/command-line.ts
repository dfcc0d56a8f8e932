import { parseArgs } from 'node:util';
import { CannotStart } from './core/operations/cannot-start.ts';
import { typedCommand } from './typed-command.ts';

export const usage = `Usage: ${typedCommand('[command or options]')}

Without a command it runs the production server if DATABASE_URL is set, and the demo otherwise.

  --reset      Delete the data of the demo before it starts.
  --api        Run the HTTP API only.
  --workers    Run background workers only.
  --help       Print this text.
  --version    Print the version.

Commands:

  serve        Run the production server, also in parts with --api or --workers; never the demo.
  migrate      Apply missing migrations to the database of DATABASE_URL.
  distribute   Spread the tables of the database of DATABASE_URL over the machines of a Citus cluster.
  check-references
               List rows whose reference is missing, of those that a distributed database does not check.
  rekey        Encrypt every secret that was encrypted with a key of ENCRYPTION_KEYS_OLD again with ENCRYPTION_KEY.
  reconcile    Compare every subscription with the marketplace and repair differences.
  create-workspace --slug arcadia --name Arcadia --plan Growth
               Add a workspace for a partner. Plans: Starter, Growth, Scale.
  add-administrator --workspace arcadia --email mara@arcadia.example --tenant id
               Invite an administrator from this tenant, or promote a member. Renews an open invitation.
  suspend-workspace --workspace arcadia --reason 'unpaid invoice'
               Refuse the workspace's API clients and members until it is resumed.
  resume-workspace --workspace arcadia
               End the suspension of a workspace.
  set-sign-in-tenants --workspace arcadia --tenants any
               Set the tenants whose accounts may sign in: any, or tenant ids separated by commas.
  catalogue export --workspace arcadia [--format json]
               Print the catalogue as a YAML or JSON file.
  catalogue plan --workspace arcadia --file catalogue.yaml
               Show the changes that the file would make.
  catalogue apply --workspace arcadia --file catalogue.yaml --revision 12 [--archive 5] [--remove 2]
               Change the catalogue to match the file. Refused unless the catalogue still has the revision of the plan,
               and --archive and --remove give the exact numbers of archived products and plans and of removed drafts.
  types --url https://tessera.example --key tsk_… [--out tessera.gen.ts]
               Write the names of a catalogue as TypeScript types; --file instead of --url and --key reads a catalogue file.
`;

/** Options of each command; true marks required ones. Without a command, the settings choose between server and demo. */
const commands = {
  '': { reset: false, api: false, workers: false },
  serve: { api: false, workers: false },
  migrate: {},
  distribute: {},
  'check-references': {},
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
    const written = positionals.join(' ');
    const name = (Object.keys(commands) as CommandName[]).find((known) => known === written);
    if (name === undefined) throw new Error(`There is no command '${written}'.`);
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
