import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import { SilenceableProxy } from '../../../tests/support/nodes/silenceable-proxy.ts';
import { blocksOf } from './documented-code.ts';

/** Does what the tutorial says in a project that has the library and Express. */
export async function runTutorial({ baseUrl }: { readonly baseUrl: string }, project: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const proxy = await SilenceableProxy.start({ host: hostname, port: Number(port) });
  const serviceUrl = `http://127.0.0.1:${proxy.port}`;
  const [plain = '', gated = '', meteredRoute = ''] = await textsOf('js');
  const metered = gated.replace(/^app\.post[\s\S]*?^}\);\n/m, meteredRoute);
  expect(metered).not.toBe(gated);
  const curls = (await textsOf('sh')).map((text) => text.trim().split('\n'));
  const [allowed, refused] = (await textsOf('json')).map((text) => JSON.parse(text));
  let application: RunningCommand | undefined;
  let url = '';

  const restart = async (code: string) => {
    await application?.stop();
    // A free port instead of 3000; the rest is as written.
    const [before, after] = code.split(
      "app.listen(3000, '127.0.0.1', () => console.log('http://127.0.0.1:3000'));",
    );
    expect(after).toBe('\n');
    await writeFile(
      join(project, 'server.js'),
      `${before}const server = app.listen(0, '127.0.0.1', () => console.log('port', server.address().port, 'listens'));`,
    );
    application = new RunningCommand([], { TESSERA_URL: serviceUrl }, { script: join(project, 'server.js') });
    await application.prints('listens');
    url = `http://127.0.0.1:${/port (\d+)/.exec(application.output)?.[1]}`;
  };
  const curl = async (line = ''): Promise<Record<string, unknown>> => {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const after = (option: string) => words[words.indexOf(option) + 1] ?? '';
    const [name = '', value = ''] = after('-H').split(': ');
    const address = (words.at(-1) ?? '')
      .replace('http://127.0.0.1:3000', url)
      .replace('http://127.0.0.1:4000', baseUrl);
    const method = words.includes('-X') ? after('-X') : 'GET';
    const response = await fetch(address, { method, headers: { [name]: value } });
    return (await response.json()) as Record<string, unknown>;
  };
  async function textsOf(language: string): Promise<readonly string[]> {
    return (await blocksOf('docs/tutorial.md', language)).map(({ text }) => text);
  }

  try {
    await restart(plain);
    expect(await curl(curls[1]?.[0])).toEqual(allowed);
    await restart(gated);
    expect(await curl(curls[0]?.[0])).toEqual(allowed);
    expect(await curl(curls[1]?.[0])).toEqual(refused);

    await restart(metered);
    const used = async () => {
      const { dimensions } = (await curl(curls[2]?.[2])) as {
        dimensions: { dimension: string; used: number }[];
      };
      return dimensions.find(({ dimension }) => dimension === 'api-calls')?.used ?? 0;
    };
    const before = await used();
    expect(await curl(curls[2]?.[0])).toEqual(allowed);
    // Pasted as one block, the last line must not come before the library has sent; polling takes the place of waiting.
    expect(curls[2]?.[1]).toBe('sleep 2');
    await expect.poll(used).toBeCloseTo(before + 0.001, 6);

    proxy.refuse();
    expect(await curl(curls[3]?.[0])).toEqual(allowed);
  } finally {
    await application?.stop();
    await proxy.close();
  }
}
