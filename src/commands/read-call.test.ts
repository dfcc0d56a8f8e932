import { describe, expect, it } from 'vitest';
import { WrongCall } from './call.ts';
import type { CommandDescription } from './description.ts';
import { commandHelp } from './help.ts';
import { readCall } from './read-call.ts';

const plan: CommandDescription = {
  name: 'menu plan',
  group: 'remote',
  summary: 'plan a menu',
  description: ['Plans it.'],
  arguments: [{ name: 'guest', description: 'The guest.' }],
  options: [
    { name: 'file', value: 'file', isRequired: true, description: 'The menu.' },
    { name: 'format', value: 'format', choices: ['yaml', 'json'], description: 'The format.' },
    { name: 'json', description: 'Print JSON.' },
  ],
  examples: ['menu plan mara --file menu.yaml'],
  load: () => Promise.reject(new Error('not run')),
};
const plain: CommandDescription = { ...plan, name: '', arguments: [], options: [], summary: 'run' };
const serve: CommandDescription = { ...plain, name: 'serve' };
const table = [plain, serve, plan];

describe('readCall', () => {
  it.each([
    [['menu', 'plan', 'mara', '--file', 'a'], { guest: 'mara', file: 'a' }],
    [['menu', 'plan', '--file=a', '--json', 'mara'], { guest: 'mara', file: 'a', json: true }],
    [['menu', 'plan', 'mara', '--file', '-'], { guest: 'mara', file: '-' }],
    [
      ['menu', 'plan', 'mara', '--file=--a', '--format', 'json'],
      { guest: 'mara', file: '--a', format: 'json' },
    ],
  ])('reads %j', (args, values) => {
    const read = readCall(args, table);
    expect(read).toMatchObject({ kind: 'run', command: plan });
    expect(read.kind === 'run' && Object.fromEntries(read.values)).toEqual(values);
  });

  it.each([
    [[], { kind: 'run', command: plain }],
    [['serve'], { kind: 'run', command: serve }],
    [['--help'], { kind: 'help', about: 'all' }],
    [['-h'], { kind: 'help', about: 'all' }],
    [['--version'], { kind: 'version' }],
    [['menu', '--help'], { kind: 'help', about: { word: 'menu', commands: [plan] } }],
    [['menu', 'plan', '--help', '--nonsense'], { kind: 'help', about: plan }],
  ])('reads %j without values', (args, expected) => {
    expect(readCall(args, table)).toMatchObject(expected);
  });

  it.each([
    [['sreve'], "There is no command 'sreve'. Did you mean 'serve'?"],
    [['menue', 'plan'], "There is no command 'menue plan'. Did you mean 'menu plan'?"],
    [['brew'], "There is no command 'brew'.\n"],
    [['menu'], "'menu' is not a command by itself: use one of 'menu plan'."],
    [['menu', 'eat'], "There is no command 'menu eat'."],
    [['--nonsense'], 'There is no option --nonsense.'],
    [['serve', 'tea'], "'tea' is an unexpected argument of serve."],
    [['menu', 'plan', '--file', 'a'], 'menu plan needs <guest>.'],
    [['menu', 'plan', 'mara'], 'menu plan needs --file <file>.'],
    [['menu', 'plan', 'mara', '--file'], '--file <file>: the value is missing.'],
    [['menu', 'plan', 'mara', '--file', '--json'], '--file <file>: the value is missing.'],
    [['menu', 'plan', 'mara', '--file='], '--file <file>: the value is missing.'],
    [['menu', 'plan', 'mara', '--file', 'a', '--file', 'b'], '--file is given twice.'],
    [['menu', 'plan', 'mara', '--fiel', 'a'], 'menu plan does not take --fiel. Did you mean --file?'],
    [['menu', 'plan', 'mara', '-f', 'a'], 'menu plan does not take -f.'],
    [['menu', 'plan', 'mara', '--file', 'a', '--json=1'], '--json takes no value.'],
    [['menu', 'plan', 'mara', '--file', 'a', '--format', 'xml'], '--format must be one of yaml, json.'],
  ])('refuses %j', (args, message) => {
    expect(() => readCall(args, table)).toThrow(WrongCall);
    expect(() => readCall(args, table)).toThrow(message);
  });
});

it('the help of a command has the parts of a manual page', () => {
  expect(commandHelp(plan)).toBe(`NAME
  npm start -- menu plan - plan a menu

SYNOPSIS
  npm start -- menu plan <guest> --file <file> [--format <format>] [--json]

DESCRIPTION
  Plans it.

OPTIONS
  <guest>            The guest.
  --file <file>      The menu. Required.
  --format <format>  The format. One of yaml, json.
  --json             Print JSON.
  --help             Print this help.

EXAMPLES
  npm start -- menu plan mara --file menu.yaml

EXIT CODES
  0  Done.
  1  Refused or failed; the error says what to do.
  2  Wrong usage.
`);
});
