import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

let examples: string[];
beforeAll(async () => {
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
  examples = [...readme.matchAll(/```sh\n(.+?)\n```/gs)].map(([, example = '']) => example);
});

it('starts with the README’s command, and does what its calls say', async () => {
  const [command, ...calls] = examples;
  const child = spawn('sh', ['-c', `${command} -- --port 0 --smtp-port 0`], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.includes('SMTP:')) break;
    }
    const [url = '', smtpUrl = ''] = [/^Mailbox: (\S+)/m, /^SMTP: +(\S+)/m].map(
      (line) => line.exec(said)?.[1],
    );
    const script = calls
      .join('\n')
      .replaceAll('http://127.0.0.1:4320', url)
      .replaceAll('smtp://127.0.0.1:4325', smtpUrl);
    const { stdout } = await promisify(exec)(script, { cwd: root, timeout: 25_000 });
    expect(stdout).toContain('"subject":"Good morning","text":"How is it going?');
    expect(stdout).toContain('[{"kind":"later"},{"kind":"never","address":"gone@arcadia.example"}]');
    expect(stdout).toContain('{"faults":[]}');
  } finally {
    const ended = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid);
    await ended;
  }
});
