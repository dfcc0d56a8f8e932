import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCall } from './read-call.ts';
import { commands } from './table.ts';

const reference = readFileSync(new URL('../../docs/reference/commands.md', import.meta.url), 'utf8');

/** The words of an example, without redirection. */
function wordsOf(example: string): string[] {
  return [...example.replace(/ [|>].*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
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

  it.each(commands.map((command) => [command.name, command] as const))("is documented: '%s'", (name) => {
    expect(reference).toContain(`npm start${name === '' ? '' : ` -- ${name}`}`);
  });
});
