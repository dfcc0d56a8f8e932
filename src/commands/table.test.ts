import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCall } from './read-call.ts';
import { commands } from './table.ts';

const reference = readFileSync(new URL('../../docs/reference/commands.md', import.meta.url), 'utf8');
/** The sections of the commands, in order. */
const sections = new Map(
  reference
    .split(/^##+ /m)
    .map((section) => [/^`(tessera[^`]*)`\n/.exec(section)?.[1] ?? '', section] as const)
    .filter(([name]) => name !== ''),
);

/** The words of an example, without redirection. */
function wordsOf(example: string): string[] {
  return [...example.replace(/ [<|>].*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

describe('the table of commands', () => {
  it('has each name once', () => {
    const names = commands.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    "has examples of '%s' that are calls of it, and its module",
    async (_, command) => {
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) {
        expect(readCall(wordsOf(example), commands)).toMatchObject({ kind: 'run', command });
      }
      expect(await command.load()).toBeTypeOf('function');
    },
  );

  it.each(commands.map((command) => [command.name, command] as const))(
    "documents '%s' with each option and example",
    (name, { options, examples }) => {
      const section = sections.get(`tessera ${name}`.trimEnd()) ?? '';
      for (const option of options) expect(section).toContain(`--${option.name}`);
      const shown = [...section.matchAll(/^tessera.*$/gm)].map(([line]) => line);
      expect(shown).toEqual(examples.map((example) => `tessera ${example}`.trimEnd()));
    },
  );

  it('has every command of the documentation', () => {
    expect([...sections.keys()]).toEqual(commands.map(({ name }) => `tessera ${name}`.trimEnd()));
  });
});
