import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bashScript, zshScript } from './completion.ts';
import { commands } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasBash = spawnSync('bash', ['--version']).status === 0;
const hasZsh = spawnSync('zsh', ['--version']).status === 0;

describe.skipIf(!hasBash)('the completion of bash', () => {
  /** What bash's own completion function offers after these words. */
  const complete = (...words: string[]) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _tessera; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', `${bashScript(commands)}\n${ask}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((line) => line !== '');
  };
  writeFileSync(join(folder, 'my catalogue.yaml'), '');

  it.each([
    [['tessera', 'cat'], ['catalogue']],
    [
      ['tessera', 'catalogue', ''],
      ['export', 'plan', 'apply', '--help'],
    ],
    [['tessera', 'catalogue', 'plan', '--f'], ['--file']],
    [
      ['tessera', 'catalogue', 'export', '--format', ''],
      ['yaml', 'json'],
    ],
    [['tessera', 'catalogue', 'plan', '--file', 'my'], ['my catalogue.yaml']],
    [['tessera', 'create-workspace', '--plan', 'G'], ['Growth']],
    [
      ['tessera', 'completion', ''],
      ['bash', 'zsh', '--help'],
    ],
    [['tessera', 'login', '--key', ''], []],
    [['tessera', '--v'], ['--version']],
  ])('offers after %j %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });

  it('knows every command', () => {
    const first = complete('tessera', '');
    for (const { name } of commands) if (name !== '') expect(first).toContain(name.split(' ')[0]);
  });
});

describe.skipIf(!hasZsh)('the completion of zsh', () => {
  it('offers commands, options and values in an interactive shell', () => {
    const script = join(folder, '_tessera');
    writeFileSync(script, zshScript(commands));
    // Reading with a pattern waits for it.
    const trial = `
      zmodload zsh/zpty
      zpty shell 'zsh -f -i'
      zpty -w shell "PROMPT='> '; autoload -Uz compinit; compinit -u -D; source ${script}; bindkey '^I' list-choices; print REA''DY"
      zpty -r shell answer '*READY*'
      ask() { zpty -w -n shell "$1"$'\\t'; zpty -r shell answer "*$2*"; print -r -- "offered $2"; zpty -w -n shell $'\\x15'; }
      ask 'tessera catalogue ' 'plan    -- show the changes'
      ask 'tessera catalogue plan --' '--file  -- The catalogue file'
      ask 'tessera create-workspace --plan ' 'Starter'
      ask 'tessera completion ' 'zsh'
      zpty -d shell`;
    const { stdout } = spawnSync('zsh', ['-f', '-c', trial], { encoding: 'utf8', timeout: 60_000 });
    expect(stdout.match(/^offered/gm)).toHaveLength(4);
  });
});
