import { databaseCommands } from './database-commands.ts';
import type { CommandDescription } from './description.ts';
import { remoteCommands } from './remote-commands.ts';
import { serverCommands } from './server-commands.ts';
import { shellCommands } from './shell-commands.ts';

/** Every command, in the order of the overview. */
export const commands: readonly CommandDescription[] = [
  ...serverCommands,
  ...databaseCommands,
  ...remoteCommands,
  ...shellCommands,
];
