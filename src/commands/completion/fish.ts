import type { CommandDescription, CommandOption } from '../description.ts';
import { groupsOf, optionsOf, wordsAfter } from './words.ts';

/** One line for each word or option, with the condition under which fish offers it. */
export function fishScript(table: readonly CommandDescription[]): string {
  const groups = groupsOf(table);
  const single = table.filter(({ name }) => name !== '' && !name.includes(' '));
  const lines = [
    ...single.map(({ name, summary }) => offer('__fish_use_subcommand', name, summary)),
    ...groups.map((word) => offer('__fish_use_subcommand', word, wordsAfter(word, table).join(', '))),
    ...table
      .filter(({ name }) => name.includes(' '))
      .map(({ name, summary }) => {
        const [group = '', word = ''] = name.split(' ');
        return offer(`__tessera_typed_only ${group}`, word, summary);
      }),
    ...table.flatMap((command) => {
      const condition = command.name === '' ? '__fish_use_subcommand' : `__tessera_typed ${command.name}`;
      const values = (command.arguments ?? []).flatMap(({ choices = [], description }) =>
        choices.map((choice) => offer(condition, choice, description)),
      );
      return [...values, ...optionsOf(command).map((option) => optionLine(condition, option))];
    }),
  ];
  return `# Completion of tessera for fish: tessera completion fish | source
function __tessera_typed
    set -l words (commandline -opc)
    set -l last (math (count $argv) + 1)
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end
function __tessera_typed_only
    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __tessera_typed $argv
end
complete -c tessera -f
${lines.join('\n')}
`;
}

const offer = (condition: string, word: string, description: string) =>
  `complete -c tessera -n '${condition}' -a ${inFish(word)} -d ${inFish(description)}`;

function optionLine(condition: string, { name, description, ...option }: CommandOption): string {
  return `complete -c tessera -n '${condition}' -l ${name}${valueInFish(option)} -d ${inFish(description)}`;
}

function valueInFish({
  value,
  choices,
  isFile,
}: Pick<CommandOption, 'value' | 'choices' | 'isFile'>): string {
  if (value === undefined) return '';
  if (isFile) return ' -r -F';
  return choices ? ` -x -a ${inFish(choices.join(' '))}` : ' -x';
}

/** A quoted word. */
const inFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
