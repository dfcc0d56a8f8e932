import type { CommandDescription, CommandGroup } from './description.ts';
import { type GroupOfCommands, written } from './read-call.ts';
import { typedCommand } from './typed-command.ts';

const width = 100;

const groupTitles: Readonly<Record<CommandGroup, string>> = {
  server: 'Run the service:',
  database: 'Administer the database of DATABASE_URL:',
  remote: 'Use a running service, after login:',
  shell: 'Set up the shell:',
};

/** The text of `--help`: all commands, in groups. */
export function overview(table: readonly CommandDescription[]): string {
  const plain = table.find(({ name }) => name === '');
  const named = table.filter(({ name }) => name !== '');
  const parts = [
    `Usage: ${typedCommand('[command] [options]')}`,
    ...(plain?.description ?? []).map((paragraph) => wrapped(paragraph)),
    pairs([
      ...(plain?.options ?? []).map((option) => [written(option), option.description] as const),
      ['--help', 'Print this help, or the help of a command.'],
      ['--version', 'Print the version.'],
    ]),
    ...(Object.keys(groupTitles) as CommandGroup[]).flatMap((group) => {
      const commands = named.filter((command) => command.group === group);
      return commands.length > 0 ? [`${groupTitles[group]}\n\n${summaries(commands)}`] : [];
    }),
    'Exit codes: 0 success, 1 refused or failed, 2 wrong usage.',
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The text of `catalogue --help`. */
export function groupHelp({ word, commands }: GroupOfCommands): string {
  return `Usage: ${typedCommand(`${word} <command> [options]`)}\n\n${summaries(commands)}\n`;
}

/** The text of `--help` after a command, in the order of a manual page. */
export function commandHelp(command: CommandDescription): string {
  const { name, summary, description = [], options, examples } = command;
  const sections: [string, string][] = [
    ['NAME', `${typedCommand(name)} - ${summary}`],
    ['SYNOPSIS', synopsis(command)],
  ];
  if (description.length > 0)
    sections.push(['DESCRIPTION', description.map((text) => wrapped(text, 2)).join('\n\n')]);
  const described = [
    ...(command.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description] as const),
    ...options.map((option) => [written(option), optionText(option)] as const),
    ['--help', 'Print this help.'] as const,
  ];
  sections.push(['OPTIONS', pairs(described)]);
  sections.push(['EXAMPLES', examples.map((example) => `  ${typedCommand(example)}`).join('\n')]);
  sections.push([
    'EXIT CODES',
    pairs([
      ['0', 'Done.'],
      ['1', command.failure ?? 'Refused or failed; the error says what to do.'],
      ['2', 'Wrong usage.'],
    ]),
  ]);
  return `${sections.map(([title, text]) => `${title}\n${text.startsWith(' ') ? text : `  ${text}`}`).join('\n\n')}\n`;
}

/** `tessera catalogue plan --file <file> [--json]` */
function synopsis({ name, arguments: positional = [], options }: CommandDescription): string {
  const words = [
    typedCommand(name),
    ...positional.map((argument) => `<${argument.name}>`),
    ...options.map((option) => (option.isRequired ? written(option) : `[${written(option)}]`)),
  ];
  return filled(words, 4).trimStart();
}

function optionText({ description, choices, isRequired }: CommandDescription['options'][number]): string {
  const values = choices ? ` One of ${choices.join(', ')}.` : '';
  return `${description}${values}${isRequired ? ' Required.' : ''}`;
}

const summaries = (commands: readonly CommandDescription[]) =>
  pairs(commands.map(({ name, summary }) => [name, `${summary[0]?.toUpperCase()}${summary.slice(1)}.`]));

/** Two columns. A name that is too long for the first has a line of its own. */
function pairs(rows: readonly (readonly [string, string])[]): string {
  const longest = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= 24));
  const indent = longest + 4;
  return rows
    .map(([name, text]) => {
      const lines = wrapped(text, indent);
      return name.length > longest
        ? `  ${name}\n${lines}`
        : `  ${name.padEnd(longest)}  ${lines.slice(indent)}`;
    })
    .join('\n');
}

const wrapped = (text: string, indent = 0) => filled(text.split(' '), indent);

function filled(words: readonly string[], indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${' '.repeat(indent)}${each}`).join('\n');
}
