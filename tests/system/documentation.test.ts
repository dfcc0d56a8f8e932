import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../src/service/start-demo.ts';
import { createDatabase } from '../support/database/postgres.ts';
import { startTestDemo } from '../support/worlds/test-demo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const blocks = (file: string, language: string) =>
  [...textOf(file).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );

const curlsIn = (text: string) =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl '));

let demo: Demo;
let facts: Demo['facts'];
beforeAll(async () => {
  // Seeded now: the support notification depends on the age of the data.
  demo = await startTestDemo(createDatabase);
  facts = demo.facts;
});
afterAll(() => demo.stop());

/** Sends the request of a curl command to this demo. */
async function run(line: string): Promise<Response> {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  const headers = new Headers();
  const data: string[] = [];
  let method: string | undefined;
  let address = '';
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '-H') {
      const [name = '', value = ''] = (words[++index] ?? '').split(/: (.*)/);
      headers.set(name, value.replace('$KEY', facts.apiKey));
    } else if (word === '#') break;
    else if (word === '-d') data.push(words[++index] ?? '');
    else if (word === '-X') method = words[++index] ?? '';
    else address = word;
  }
  const form = data.length > 0 && !headers.has('content-type');
  if (form) headers.set('content-type', 'application/x-www-form-urlencoded');
  return fetch(
    address
      .replace('$API', `${facts.baseUrl}/api/v1/entitlements`)
      .replace(/http:\/\/127\.0\.0\.1:4000\b/, facts.baseUrl),
    {
      method: method ?? (data.length > 0 ? 'POST' : 'GET'),
      headers,
      ...(data.length > 0 && { body: data.join('&') }),
    },
  );
}

describe('docs/how-to/explore-the-demo.md', () => {
  const page = 'docs/how-to/explore-the-demo.md';

  it('shows a curl command that works unchanged, and its actual response', async () => {
    const [line = ''] = curlsIn(textOf(page));
    const answer = await run(line);
    expect(answer.status).toBe(200);
    const shown = JSON.parse(blocks(page, 'json')[0] ?? '');
    expect({ ...((await answer.json()) as object), evaluatedAt: shown.evaluatedAt }).toEqual(shown);
  });

  it('shows an example of every entitlement status and every eligibility reason', async () => {
    const tour = curlsIn(textOf(page)).filter((line) => line.includes('$KEY'));
    const results = await Promise.all(
      tour.map(async (line) => {
        const { status, reason } = (await (await run(line)).json()) as { status?: string; reason?: string };
        return [line.split('# ')[1], reason ?? status];
      }),
    );
    expect(results).toHaveLength(facts.tenants.length + facts.eligibility.length);
    for (const [words, answered] of results) expect(words).toMatch(new RegExp(`^${answered}\\b`));
    expect(new Set(results.map(([, answered]) => answered)).size).toBe(6 + 12);
  });

  it('leads to a mailbox that contains the support notification', async () => {
    const mails = async () => (await fetch(`${facts.mailbox.url}/_emulator/mails`)).text();
    await expect.poll(mails).toContain('Usage rejected by the marketplace');
  });
});

describe('docs/reference/api.md', () => {
  it('shows the problem document that the service returns', async () => {
    const shown = JSON.parse(blocks('docs/reference/api.md', 'json')[0] ?? '');
    const [line = ''] = curlsIn(textOf('README.md'));
    const given = (await (
      await run(line.replace('product=aqueduct', `product=${shown.args.product}`))
    ).json()) as { type: string };
    expect({
      ...given,
      type: given.type.replace(facts.baseUrl, 'http://127.0.0.1:4000'),
      requestId: 0,
    }).toEqual({
      ...shown,
      requestId: 0,
    });
  });
});

describe('the reference', () => {
  it('documents every metric and every cache label', async () => {
    const metrics = await (await fetch(`${facts.baseUrl}/metrics`)).text();
    const ours = [...metrics.matchAll(/^# TYPE (tessera_\w+)/gm)].map(([, name]) => name ?? '');
    expect(ours.length).toBeGreaterThan(3);
    ours.push(...[...metrics.matchAll(/\bcache="([\w-]+)"/g)].map(([, cache]) => cache ?? ''));
    for (const name of ours) expect(textOf('docs/reference/monitoring.md')).toContain(`\`${name}\``);
  });
});
