import { parseArgs } from 'node:util';
import { WrongCall } from './call.ts';
import type { CommandDescription, CommandOption } from './description.ts';
import { typedCommand } from './typed-command.ts';

export type ReadCall =
  | { readonly kind: 'help'; readonly about: CommandDescription | GroupOfCommands | 'all' }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run';
      readonly command: CommandDescription;
      readonly values: ReadonlyMap<string, string | true>;
    };

/** The commands that share their first word. */
export interface GroupOfCommands {
  readonly word: string;
  readonly commands: readonly CommandDescription[];
}

/** Reads the typed words against the table; throws `WrongCall`. */
export function readCall(args: readonly string[], table: readonly CommandDescription[]): ReadCall {
  const words = args.slice(0, leadingWords(args));
  if (words.length === 0 && (args[0] === '--help' || args[0] === '-h')) return { kind: 'help', about: 'all' };
  if (words.length === 0 && args[0] === '--version') return { kind: 'version' };
  const command = [2, 1, 0]
    .map((count) => table.find(({ name }) => name === words.slice(0, count).join(' ')))
    .find((found) => found !== undefined && (found.name !== '' || words.length === 0));
  const rest = args.slice(command && command.name !== '' ? command.name.split(' ').length : 0);
  const asksForHelp = rest.includes('--help') || rest.includes('-h');
  if (!command) {
    const group = groupOf(words[0] ?? '', table);
    if (group && words.length === 1 && asksForHelp) return { kind: 'help', about: group };
    throw unknownCommand(words, table, group);
  }
  if (asksForHelp) return { kind: 'help', about: command.name === '' ? 'all' : command };
  try {
    return { kind: 'run', command, values: readValues(rest, command) };
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error;
    throw new WrongCall(`${error.message}\nSee: ${typedCommand(`${command.name} --help`.trimStart())}`);
  }
}

function leadingWords(args: readonly string[]): number {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  return first === -1 ? args.length : first;
}

function groupOf(word: string, table: readonly CommandDescription[]): GroupOfCommands | undefined {
  const commands = table.filter(({ name }) => name.startsWith(`${word} `));
  return commands.length > 0 ? { word, commands } : undefined;
}

function unknownCommand(
  words: readonly string[],
  table: readonly CommandDescription[],
  group: GroupOfCommands | undefined,
): WrongCall {
  const names = table.map(({ name }) => name).filter((name) => name !== '');
  if (group && words.length === 1) {
    const listed = group.commands.map(({ name }) => `'${name}'`).join(', ');
    return new WrongCall(`'${group.word}' is not a command by itself: use one of ${listed}.`);
  }
  const typed = words.slice(0, 2).join(' ');
  const meant = nearest(typed, names) ?? nearest(words[0] ?? '', names);
  const advice = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return new WrongCall(`There is no command '${typed}'.${advice}\nSee: ${typedCommand('--help')}`);
}

function readValues(args: readonly string[], command: CommandDescription): Map<string, string | true> {
  const options = new Map(command.options.map((option) => [option.name, option]));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      command.options.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
  });
  const values = new Map<string, string | true>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = options.get(token.name);
    if (!option) throw unknownOption(token.rawName, command);
    if (values.has(token.name)) throw new WrongCall(`--${token.name} is given twice.`);
    values.set(token.name, readValue(option, token.value, token.inlineValue ?? false));
  }
  const missing = command.options.filter(({ name, isRequired }) => isRequired && !values.has(name));
  if (missing.length > 0) throw new WrongCall(`${command.name} needs ${missing.map(written).join(', ')}.`);
  readArguments(positionals, command).forEach((value, name) => {
    values.set(name, value);
  });
  return values;
}

function readValue(option: CommandOption, value: string | undefined, isInline: boolean): string | true {
  if (option.value === undefined) {
    if (value !== undefined) throw new WrongCall(`--${option.name} takes no value.`);
    return true;
  }
  // An option in the place of a value: the value was left out.
  if (value === undefined || value === '' || (!isInline && value.startsWith('--'))) {
    throw new WrongCall(`${written(option)}: the value is missing.`);
  }
  if (option.choices && !option.choices.includes(value)) {
    throw new WrongCall(`--${option.name} must be one of ${option.choices.join(', ')}.`);
  }
  return value;
}

function readArguments(positionals: readonly string[], command: CommandDescription): Map<string, string> {
  const expected = command.arguments ?? [];
  const [extra] = positionals.slice(expected.length);
  if (extra !== undefined) throw new WrongCall(`'${extra}' is an unexpected argument of ${command.name}.`);
  expected.forEach(({ name, choices }, index) => {
    const value = positionals[index];
    if (choices && value !== undefined && !choices.includes(value)) {
      throw new WrongCall(`<${name}> must be one of ${choices.join(', ')}.`);
    }
  });
  const missing = expected.slice(positionals.length).map(({ name }) => `<${name}>`);
  if (missing.length > 0) throw new WrongCall(`${command.name} needs ${missing.join(' ')}.`);
  return new Map(expected.map(({ name }, index) => [name, positionals[index] ?? '']));
}

function unknownOption(rawName: string, command: CommandDescription): WrongCall {
  const meant = nearest(
    rawName,
    command.options.map(({ name }) => `--${name}`),
  );
  const advice = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new WrongCall(
    command.name === ''
      ? `There is no option ${rawName}.${advice}`
      : `${command.name} does not take ${rawName}.${advice}`,
  );
}

/** `--file <file>` */
export function written({ name, value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

/** The known name that a mistyped one most likely means; undefined if none is near. */
function nearest(typed: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: distanceBetween(typed.slice(0, 60), name) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = ranked;
  return first && first.distance <= Math.max(1, Math.floor(first.name.length / 3)) ? first.name : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distanceBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
