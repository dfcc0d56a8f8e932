import { partnerPlans } from '../core/workspaces/limits.ts';
import type { CommandDescription, CommandOption } from './description.ts';

const workspace: CommandOption = {
  name: 'workspace',
  value: 'slug',
  isRequired: true,
  description: 'The slug of the workspace.',
};

const json: CommandOption = { name: 'json', description: 'Print JSON, for programs.' };

/** Commands of the operator. They need DATABASE_URL, and no running service. */
export const databaseCommands: readonly CommandDescription[] = [
  {
    name: 'migrate',
    group: 'database',
    summary: 'apply missing migrations',
    description: ['Run it before a new version starts. Nodes of the previous version may run meanwhile.'],
    options: [json],
    examples: ['migrate'],
    load: async () => (await import('./database/migrate.ts')).migrateDatabase,
  },
  {
    name: 'distribute',
    group: 'database',
    summary: 'distribute the tables over a Citus cluster',
    description: [
      'Prints each table, and machines whose settings prevent moving workspaces later. An interrupted run can be repeated.',
    ],
    options: [json],
    examples: ['distribute'],
    load: async () => (await import('./database/distribute.ts')).distribute,
  },
  {
    name: 'check-references',
    group: 'database',
    summary: 'list rows whose reference is missing',
    description: ['Checks the references that a distributed database does not enforce.'],
    options: [json],
    examples: ['check-references'],
    failure: 'References are missing; remove the rows that name them.',
    load: async () => (await import('./database/distribute.ts')).checkReferences,
  },
  {
    name: 'rekey',
    group: 'database',
    summary: 'encrypt secrets of ENCRYPTION_KEYS_OLD with ENCRYPTION_KEY',
    description: [
      'Encrypts every secret again that was encrypted with a key of ENCRYPTION_KEYS_OLD. Nodes may run meanwhile, and an interrupted run can be repeated.',
    ],
    options: [json],
    examples: ['rekey'],
    load: async () => (await import('./database/rekey.ts')).rekeySecrets,
  },
  {
    name: 'reconcile',
    group: 'database',
    summary: 'compare every subscription with the marketplace and repair differences',
    options: [json],
    examples: ['reconcile'],
    failure: 'The subscriptions of a connection could not be read.',
    load: async () => (await import('./database/reconcile.ts')).reconcileSubscriptions,
  },
  {
    name: 'create-workspace',
    group: 'database',
    summary: 'add a workspace for a partner',
    options: [
      { name: 'slug', value: 'slug', isRequired: true, description: 'Its slug: unique, and never changed.' },
      { name: 'name', value: 'name', isRequired: true, description: 'Its name in the portal.' },
      {
        name: 'plan',
        value: 'plan',
        isRequired: true,
        description: 'The plan, which bounds the rate limits of its API clients.',
        choices: Object.keys(partnerPlans),
      },
      json,
    ],
    examples: ['create-workspace --slug arcadia --name Arcadia --plan Growth'],
    load: async () => (await import('./database/administer.ts')).createWorkspaceCommand,
  },
  {
    name: 'add-administrator',
    group: 'database',
    summary: 'invite an administrator, or promote a member',
    description: ['Renews an open invitation, so that a workspace without administrators can be recovered.'],
    options: [
      workspace,
      { name: 'email', value: 'address', isRequired: true, description: 'The e-mail address.' },
      { name: 'tenant', value: 'id', isRequired: true, description: 'The id of the tenant of the account.' },
      json,
    ],
    examples: [
      'add-administrator --workspace arcadia --email mara@arcadia.example --tenant a0000000-0000-4000-8000-000000000001',
    ],
    load: async () => (await import('./database/administer.ts')).addAdministratorCommand,
  },
  {
    name: 'suspend-workspace',
    group: 'database',
    summary: "refuse a workspace's API clients and members until it is resumed",
    description: ['Background work continues, so that acknowledged usage is still sent.'],
    options: [
      workspace,
      { name: 'reason', value: 'text', isRequired: true, description: 'The reason, for the audit log.' },
      json,
    ],
    examples: ["suspend-workspace --workspace arcadia --reason 'unpaid invoice'"],
    load: async () => (await import('./database/administer.ts')).suspendWorkspaceCommand,
  },
  {
    name: 'resume-workspace',
    group: 'database',
    summary: 'end the suspension of a workspace',
    options: [workspace, json],
    examples: ['resume-workspace --workspace arcadia'],
    load: async () => (await import('./database/administer.ts')).resumeWorkspaceCommand,
  },
  {
    name: 'set-sign-in-tenants',
    group: 'database',
    summary: 'set the tenants whose accounts may sign in',
    options: [
      workspace,
      {
        name: 'tenants',
        value: 'ids',
        isRequired: true,
        description: 'Tenant ids separated by commas, or any.',
      },
      json,
    ],
    examples: ['set-sign-in-tenants --workspace arcadia --tenants any'],
    load: async () => (await import('./database/administer.ts')).setSignInTenantsCommand,
  },
];
