import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleMarketplace } from './sample-directory.ts';
import { type LoneMarketplace, startMarketplaceAlone } from './start-alone.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let examples: string[];
let alone: LoneMarketplace;
beforeAll(async () => {
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
  examples = [...readme.matchAll(/```sh\n(.+?)\n```/gs)].map(([, example = '']) => example);
  alone = await startMarketplaceAlone({ directory: sampleMarketplace });
});
afterAll(() => alone.close());

it('runs the README’s command', async () => {
  const [command = ''] = examples;
  const script = `${command} -- --port 0 --idp-port 0`;
  const child = spawn('sh', ['-c', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.includes('tailspin')) break;
    }
    const url = /^Marketplace: (\S+)/m.exec(said)?.[1] ?? '';
    expect(await (await fetch(url)).text()).toContain('contoso');
    expect(said).toContain('a-secret-of-the-publishers');
  } finally {
    const ended = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid);
    await ended;
  }
});

it('runs the README’s calls', async () => {
  const script = examples
    .slice(1)
    .join('\necho\n')
    .replaceAll('http://127.0.0.1:4310', alone.marketplace.url)
    .replaceAll('http://127.0.0.1:4311', alone.idpUrl);
  const { stdout } = await promisify(exec)(script, { cwd: root, timeout: 25_000 });
  expect(stdout).toContain('"landingPageUrl":"http://127.0.0.1:8080/land?token=');
  expect(stdout).toContain('"saasSubscriptionStatus":"Subscribed"');
  expect(stdout).toMatch(/\{"operations":\[\{[^}]*"action":"ChangeQuantity"[^}]*"status":"InProgress"/);
  expect(stdout).toMatch(/"quantity":8,"action":"ChangeQuantity"[^}]*"status":"Succeeded"/);
  expect(stdout).toContain('"status":"padded"');
  expect(stdout).toContain('"status":"Accepted"');
  expect(stdout).toContain('"status":"Duplicate"');
  expect(stdout).toContain('"submittedQuantity":12.5');
  expect(stdout).toContain('"state":"Suspended"');
  expect(stdout).toContain('{"kind":"reset-after","share":0.1},{"kind":"throttled","times":2');
  expect(stdout).toContain('{"faults":[]}');
  expect(stdout).not.toContain('"error":"');
});
