import type { Call } from '../call.ts';
import type { CommandDescription } from '../description.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { Shell } from './words.ts';
import { zshScript } from './zsh.ts';

const scripts: Readonly<Record<Shell, (table: readonly CommandDescription[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** `completion`: prints the script of a shell, made from the table of commands. */
export async function completion(call: Call, table: readonly CommandDescription[]): Promise<number> {
  process.stdout.write(scripts[call.text('shell') as Shell](table));
  return 0;
}
