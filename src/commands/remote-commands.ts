import type { CommandDescription, CommandOption } from './description.ts';

const workspace: CommandOption = {
  name: 'workspace',
  value: 'slug',
  isRequired: true,
  description: 'The slug of the workspace.',
};
const file: CommandOption = {
  name: 'file',
  value: 'file',
  isRequired: true,
  isFile: true,
  description: 'The catalogue file, YAML or JSON.',
};

/** Commands of a partner. */
export const remoteCommands: readonly CommandDescription[] = [
  {
    name: 'catalogue export',
    group: 'remote',
    summary: 'print the catalogue as a file',
    options: [
      workspace,
      {
        name: 'format',
        value: 'format',
        description: 'The format; yaml by default.',
        choices: ['yaml', 'json'],
      },
    ],
    examples: ['catalogue export --workspace arcadia > catalogue.yaml'],
    load: async () => (await import('./database/catalogue.ts')).exportCatalogue,
  },
  {
    name: 'catalogue plan',
    group: 'remote',
    summary: 'show the changes that a catalogue file would make',
    options: [workspace, file],
    examples: ['catalogue plan --workspace arcadia --file catalogue.yaml'],
    load: async () => (await import('./database/catalogue.ts')).planCatalogue,
  },
  {
    name: 'catalogue apply',
    group: 'remote',
    summary: 'change the catalogue to match a file',
    description: [
      'Refused unless the catalogue still has the revision of the plan, and --archive and --remove give the exact numbers of archived products and plans and of removed drafts.',
    ],
    options: [
      workspace,
      file,
      { name: 'revision', value: 'number', isRequired: true, description: 'The revision of the plan.' },
      { name: 'archive', value: 'number', description: 'The number of products and plans to archive.' },
      { name: 'remove', value: 'number', description: 'The number of drafts to remove.' },
    ],
    examples: [
      'catalogue apply --workspace arcadia --file catalogue.yaml --revision 12 --archive 5 --remove 2',
    ],
    load: async () => (await import('./database/catalogue.ts')).applyCatalogueCommand,
  },
  {
    name: 'types',
    group: 'remote',
    summary: 'write the names of a catalogue as TypeScript types',
    description: ['Give --url and --key to read a service, or --file to read a catalogue file.'],
    options: [
      { name: 'url', value: 'url', description: 'The address of the service.' },
      { name: 'key', value: 'key', description: 'An API key with the scope catalogue:read.' },
      { ...file, isRequired: false },
      {
        name: 'out',
        value: 'file',
        isFile: true,
        description: 'The file to write; without it, the types are printed.',
      },
    ],
    examples: ['types --url https://tessera.example --key tsk_… --out tessera.gen.ts'],
    load: async () => (await import('./remote/types.ts')).types,
  },
];
