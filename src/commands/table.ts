import { shells } from './completion/words.ts';
import { databaseCommands } from './database-commands.ts';
import type { CommandDescription, CommandOption } from './description.ts';
import { remoteCommands } from './remote-commands.ts';

const shellCommands: readonly CommandDescription[] = [
  {
    name: 'completion',
    group: 'shell',
    summary: 'print the completion of a shell',
    description: [
      'bash: add `source <(tessera completion bash)` to ~/.bashrc. zsh: add `source <(tessera completion zsh)` to ~/.zshrc, after compinit.',
      'fish: add `tessera completion fish | source` to ~/.config/fish/config.fish. PowerShell: add `tessera completion powershell | Out-String | Invoke-Expression` to the file that $PROFILE names.',
    ],
    arguments: [{ name: 'shell', description: 'The shell.', choices: shells }],
    options: [],
    examples: ['completion bash', 'completion zsh', 'completion fish', 'completion powershell'],
    load: async () => (await import('./completion/completion.ts')).completion,
  },
];

const api: CommandOption = { name: 'api', description: 'Run the HTTP API only.' };
const workers: CommandOption = { name: 'workers', description: 'Run background workers only.' };

const serverCommands: readonly CommandDescription[] = [
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

/** Every command, in the order of the overview. */
export const commands: readonly CommandDescription[] = [
  ...serverCommands,
  ...databaseCommands,
  ...remoteCommands,
  ...shellCommands,
];
