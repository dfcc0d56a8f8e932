import type { CommandDescription, CommandOption } from '../description.ts';

const flags = [
  { name: 'help', description: 'Print help.' },
  { name: 'version', description: 'Print the version.' },
] as const satisfies readonly CommandOption[];

/** The options of a command, `--help` included. */
export function optionsOf({ name, options }: CommandDescription): readonly CommandOption[] {
  return [...options, ...(name === '' ? flags : flags.slice(0, 1))];
}

/** The first words of commands, or the second words after a first. */
export function wordsAfter(first: string | null, table: readonly CommandDescription[]): string[] {
  const words = table
    .map(({ name }) => name.split(' '))
    .filter(([word]) => word !== '' && (first === null || word === first))
    .map((each) => each[first === null ? 0 : 1] ?? '');
  return [...new Set(words)].filter((word) => word !== '');
}

/** First words that are no command by themselves. */
export function groupsOf(table: readonly CommandDescription[]): string[] {
  return wordsAfter(null, table).filter((word) => wordsAfter(word, table).length > 0);
}

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];
