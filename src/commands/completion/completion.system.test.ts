import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../table.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { zshScript } from './zsh.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasBash = spawnSync('bash', ['--version']).status === 0;
const hasFish = spawnSync('fish', ['--version']).status === 0;
const hasPowerShell = spawnSync('pwsh', ['--version']).status === 0;
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
      ['bash', 'zsh', 'fish', 'powershell', '--help'],
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
      ask 'tessera catalogue plan --' '--file     -- The catalogue file'
      ask 'tessera create-workspace --plan ' 'Starter'
      ask 'tessera completion ' 'zsh'
      zpty -d shell`;
    const { stdout } = spawnSync('zsh', ['-f', '-c', trial], { encoding: 'utf8', timeout: 60_000 });
    expect(stdout.match(/^offered/gm)).toHaveLength(4);
  });
});

/** The words that complete a line, in each shell that can be asked for them. */
const offers: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['tessera cat', ['catalogue']],
  ['tessera catalogue ', ['export', 'plan', 'apply']],
  ['tessera catalogue plan --f', ['--file']],
  ['tessera catalogue export --format ', ['yaml', 'json']],
  ['tessera create-workspace --plan G', ['Growth']],
  ['tessera completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['tessera --v', ['--version']],
];

describe.skipIf(!hasFish)('the completion of fish', () => {
  const complete = (line: string) => {
    const ask = `${fishScript(commands)}\ncomplete -C '${line}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', ask], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap((offered) => offered.split('\t')[0] || []);
  };

  it.each([...offers, ['tessera catalogue plan --file my', ['my catalogue.yaml']] as const])(
    'offers after %j %j',
    (line, offered) => {
      expect(complete(line).toSorted()).toEqual(offered.toSorted());
    },
  );

  it('knows every command', () => {
    const first = complete('tessera ');
    for (const { name } of commands) if (name !== '') expect(first).toContain(name.split(' ')[0]);
  });
});

describe.skipIf(!hasPowerShell)('the completion of PowerShell', () => {
  it.each(offers)('offers after %j %j', (line, offered) => {
    const ask = `${powershellScript(commands)}
      (TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches.CompletionText`;
    const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', ask], { cwd: folder, encoding: 'utf8' });
    const found = stdout.split(/\r?\n/).filter((word) => word !== '' && word !== '--help');
    expect(found.toSorted()).toEqual(offered.toSorted());
  });
});
