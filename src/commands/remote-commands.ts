import { defaultSourceName } from '../core/catalogue/marketplace-kind.ts';
import type { UsageStatus } from '../core/usage/reports/report.ts';
import type { CommandDescription, CommandOption } from './description.ts';

const url: CommandOption = {
  name: 'url',
  value: 'url',
  description: 'The address of the service; otherwise TESSERA_URL, or that of the login.',
};
const key: CommandOption = {
  name: 'key',
  value: 'key',
  description:
    'A key of a service account; otherwise TESSERA_KEY, or that of the login. - reads it from the standard input.',
};
const profile: CommandOption = {
  name: 'profile',
  value: 'name',
  description: 'The stored login to use; otherwise TESSERA_PROFILE, or the login without a name.',
};
const json: CommandOption = { name: 'json', description: 'Print JSON, for programs.' };
/** The options of every command that calls a service. */
const remote = [url, key, profile, json];

const file: CommandOption = {
  name: 'file',
  value: 'file',
  isRequired: true,
  isFile: true,
  description: 'The catalogue file, YAML or JSON.',
};

const importing: readonly CommandOption[] = [
  {
    name: 'connection',
    value: 'source name',
    description: 'The marketplace connection; needed if the workspace has several.',
  },
  { name: 'apply', description: 'Apply the changes; without it they are only shown.' },
  ...remote,
];
const importText = [
  'Shows what it would do; with --apply it adds drafts of products and plans with their mappings to the catalogue, and the subscriptions of published plans. Changes nothing at the marketplace. A repeated import changes nothing, and continues one that ended early.',
  'Needs a service account with the role Partner administrator. The portal has the same under Subscriptions, Import.',
];

/** Only the type is imported: the table is part of every start. */
const statuses: Record<UsageStatus, true> = {
  Pending: true,
  Accepted: true,
  QuantityMismatch: true,
  Rejected: true,
  Expired: true,
  Skipped: true,
  NotBilled: true,
};

/** Commands that call a running service over HTTP, with the key of a service account. */
export const remoteCommands: readonly CommandDescription[] = [
  {
    name: 'login',
    group: 'remote',
    summary: 'store the address of a service and a key',
    description: [
      'Checks the key against the service, then stores both in $XDG_CONFIG_HOME/tessera/login.json (by default in ~/.config), which only you can read. The key is never printed.',
      'With --profile it is stored under that name, beside others: one for each service or workspace.',
      'An administrator adds service accounts in the portal, under Service accounts.',
    ],
    options: remote,
    examples: [
      'login --url https://tessera.example --key tsa_…',
      'login --url https://tessera.example --key - < key.txt',
      'login --profile staging --url https://staging.tessera.example --key - < key.txt',
    ],
    failure: 'The service cannot be reached, or does not accept the key. Nothing is stored.',
    load: async () => (await import('./remote/login.ts')).login,
  },
  {
    name: 'logout',
    group: 'remote',
    summary: 'delete the stored address and key',
    description: ['The key stays valid until it expires or is revoked.'],
    options: [profile, json],
    examples: ['logout', 'logout --profile staging'],
    load: async () => (await import('./remote/login.ts')).logout,
  },
  {
    name: 'profiles',
    group: 'remote',
    summary: 'list the stored logins',
    description: ['The one that is used without --profile has an asterisk. Keys are never printed.'],
    options: [json],
    examples: ['profiles'],
    load: async () => (await import('./remote/profiles.ts')).profiles,
  },
  {
    name: 'catalogue export',
    group: 'remote',
    summary: 'print the catalogue as a file',
    description: [
      'The same catalogue always gives the same text. A catalogue over 256 kB can be applied as JSON only.',
    ],
    options: [
      { name: 'format', value: 'format', description: 'yaml by default.', choices: ['yaml', 'json'] },
      url,
      key,
      profile,
      { ...json, description: 'The same as --format json.' },
    ],
    examples: ['catalogue export > catalogue.yaml'],
    load: async () => (await import('./remote/catalogue.ts')).exportCatalogue,
  },
  {
    name: 'catalogue plan',
    group: 'remote',
    summary: 'show the changes that a catalogue file would make',
    description: [
      'Prints each change, the entitlements that it would change, and the command that applies it, with the revision and the numbers to confirm. Changes nothing.',
    ],
    options: [file, ...remote],
    examples: [
      'catalogue plan --file catalogue.yaml',
      'catalogue plan --file catalogue.yaml --json > plan.json',
    ],
    failure: 'The file or the call is refused. A plan with changes is not a failure.',
    load: async () => (await import('./remote/catalogue.ts')).planCatalogue,
  },
  {
    name: 'catalogue apply',
    group: 'remote',
    summary: 'change the catalogue to match a file',
    description: [
      'All or nothing. Refused unless the catalogue still has the revision of the plan, and --archive and --remove give the exact numbers of archived products and plans and of removed drafts.',
    ],
    options: [
      file,
      { name: 'revision', value: 'number', isRequired: true, description: 'The revision of the plan.' },
      {
        name: 'archive',
        value: 'number',
        description: 'The number of products and plans to archive; 0 by default.',
      },
      { name: 'remove', value: 'number', description: 'The number of drafts to remove; 0 by default.' },
      ...remote,
    ],
    examples: ['catalogue apply --file catalogue.yaml --revision 12 --archive 5 --remove 2'],
    load: async () => (await import('./remote/catalogue.ts')).applyCatalogue,
  },
  {
    name: 'types',
    group: 'remote',
    summary: 'write the names of a catalogue as TypeScript types',
    description: [
      'Reads the catalogue of the service, drafts included, or with --file a catalogue file. With an API key (tsk_…) of the scope catalogue:read it reads the published products only.',
    ],
    options: [
      { ...file, isRequired: false, description: 'A catalogue file to read instead of a service.' },
      {
        name: 'out',
        value: 'file',
        isFile: true,
        description: 'The file to write; without it, the types are printed.',
      },
      ...remote,
    ],
    examples: ['types --out tessera.gen.ts', 'types --file catalogue.yaml --out tessera.gen.ts'],
    load: async () => (await import('./remote/types.ts')).types,
  },
  {
    name: 'entitlement',
    group: 'remote',
    summary: 'show the entitlement of a tenant to a product',
    arguments: [
      { name: 'tenant', description: 'The id of the tenant.' },
      { name: 'product', description: 'The slug of the product.' },
    ],
    options: [
      { name: 'explain', description: 'Explain the entitlement: its subscriptions and plans.' },
      {
        name: 'as-of',
        value: 'time',
        description: 'The entitlement at an earlier time, such as 2026-11-01T08:00:00Z.',
      },
      ...remote,
    ],
    examples: [
      'entitlement b0000000-0000-4000-8000-000000000001 aqueduct --explain',
      'entitlement b0000000-0000-4000-8000-000000000001 aqueduct --as-of 2026-11-01T08:00:00Z',
    ],
    load: async () => (await import('./remote/entitlement.ts')).entitlement,
  },
  {
    name: 'usage',
    group: 'remote',
    summary: 'list usage reports with their deadlines, and totals by status',
    description: [
      'Lists the newest reports of the range. The totals count every report of the tenant and the product in the range, of any status.',
    ],
    options: [
      { name: 'tenant', value: 'id', description: 'Only reports of this tenant.' },
      { name: 'product', value: 'slug', description: 'Only reports of this product.' },
      {
        name: 'status',
        value: 'status',
        description: 'List only this status.',
        choices: Object.keys(statuses),
      },
      {
        name: 'since',
        value: 'time',
        description:
          'The first hour: 24h, 7d, 2026-11-01 or 2026-11-01T08:00:00Z. 7d by default, 31d at most.',
      },
      {
        name: 'limit',
        value: 'number',
        description: 'The number of reports to list; 50 by default, 5000 at most.',
      },
      ...remote,
    ],
    examples: ['usage --status Rejected --since 24h', 'usage --product aqueduct --json'],
    load: async () => (await import('./remote/usage.ts')).usage,
  },
  {
    name: 'doctor',
    group: 'remote',
    summary: 'check every marketplace connection',
    description: [
      'Checks credential, offers, metering, webhook and landing page of every connection, and says how to fix each finding. Changes nothing. Needs a service account with the role Partner administrator.',
    ],
    options: remote,
    examples: ['doctor'],
    failure: 'A check failed, or the call was refused.',
    load: async () => (await import('./remote/doctor.ts')).doctor,
  },
  {
    name: 'import accelerator',
    group: 'remote',
    summary: 'migrate from the SaaS Accelerator: draft its plans, import its subscriptions',
    description: [
      'Reads the tables of the accelerator from CSV files, and each subscription again from the marketplace.',
      ...importText,
    ],
    options: [
      {
        name: 'file',
        value: 'folder',
        isFile: true,
        description:
          'The folder with Subscriptions.csv, Plans.csv, Offers.csv, MeteredDimensions.csv and Users.csv.',
      },
      { name: 'sample', description: 'Import the sample export of the demo, in place of --file.' },
      ...importing,
    ],
    examples: ['import accelerator --file export', 'import accelerator --file export --apply'],
    failure: 'The marketplace could not be read completely. Changes that were applied stay.',
    load: async () => (await import('./remote/import.ts')).importAccelerator,
  },
  {
    name: 'import marketplace',
    group: 'remote',
    summary: 'draft a catalogue from a marketplace connection, and import its subscriptions',
    description: [
      'Reads every subscription of a marketplace connection and the plans of its offers.',
      ...importText,
    ],
    options: importing,
    examples: ['import marketplace', `import marketplace --connection '${defaultSourceName}' --apply`],
    failure: 'The marketplace could not be read completely. Changes that were applied stay.',
    load: async () => (await import('./remote/import.ts')).importMarketplace,
  },
  {
    name: 'listen',
    group: 'remote',
    summary: 'receive the webhooks of an endpoint on this machine',
    description: [
      'Polls the delivery log of the endpoint every second, prints each new delivery, and with --forward posts its body to a program on this machine. The service delivers to the endpoint as always: what the program answers here is printed and changes nothing there.',
      'A forwarded request has content-type, webhook-id, webhook-timestamp (the time of forwarding) and, with --secret, webhook-signature. It has no other header of the endpoint. Without --secret it is not signed: the service shows nobody the secret of an endpoint.',
      'Replays are seen for the newest 100 deliveries of the endpoint, and of a burst the newest 5,000 deliveries.',
    ],
    options: [
      { name: 'endpoint', value: 'id', isRequired: true, description: 'The id of the endpoint.' },
      { name: 'forward', value: 'url', description: 'An address on this machine to post each body to.' },
      {
        name: 'secret',
        value: 'secret',
        description:
          'The whsec_… secret that the program verifies signatures with: that of the endpoint, or any other.',
      },
      ...remote,
    ],
    examples: [
      'listen --endpoint 0198f6a2-6c1e-7d70-9a53-9e16a1b010a8 --forward http://127.0.0.1:3000/hook --secret whsec_…',
    ],
    load: async () => (await import('./remote/listen.ts')).listen,
  },
];
