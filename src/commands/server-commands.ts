import type { CommandDescription, CommandOption } from './description.ts';

const api: CommandOption = { name: 'api', description: 'Run the HTTP API only.' };
const workers: CommandOption = { name: 'workers', description: 'Run background workers only.' };

export const serverCommands: readonly CommandDescription[] = [
  {
    name: '',
    group: 'server',
    summary: 'run the production server or the demo',
    description: [
      'Without a command it runs the production server if DATABASE_URL is set, and the demo otherwise.',
    ],
    options: [{ name: 'reset', description: 'Delete the data of the demo before it starts.' }, api, workers],
    examples: ['', '--reset', '--workers'],
    load: async () => (await import('./server/serve.ts')).serveOrDemo,
  },
  {
    name: 'serve',
    group: 'server',
    summary: 'run the production server, never the demo',
    description: [
      'Needs DATABASE_URL and the settings of .env.example, from the environment or from .env in the working folder.',
      'SIGTERM and SIGINT shut it down gracefully.',
    ],
    options: [api, workers],
    examples: ['serve', 'serve --api'],
    failure: 'It could not start; the error says what to do.',
    load: async () => (await import('./server/serve.ts')).serveProduction,
  },
];
