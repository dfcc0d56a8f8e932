import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDemo } from '../../../tests/support/worlds/test-demo.ts';
import { runExamples } from '../support/examples.ts';
import { PackedLibrary, root } from '../support/packed-library.ts';
import { documentedCode, runTutorial } from '../support/tutorial.ts';
import { typeCheck } from '../support/type-check.ts';

type Demo = Awaited<ReturnType<typeof startTestDemo>>;

const contoso = 'b0000000-0000-4000-8000-000000000001';
const run = promisify(execFile);

let demo: Demo;
let library: PackedLibrary;
/** With the packages that the entries adapt to. */
let project: string;
beforeAll(async () => {
  [demo, library] = await Promise.all([startTestDemo(), PackedLibrary.pack()]);
  project = await library.install(
    ...[
      '@types',
      '@openfeature',
      'express',
      'fastify',
      'hono',
      '@hono',
      'react',
      'react-dom',
      'vitest',
      'standardwebhooks',
    ],
  );
});
afterAll(async () => {
  await demo.stop();
  await library.remove();
});

const manifest = async () => JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'));

/** A module that uses every entry. */
async function everyEntry(): Promise<string> {
  const entries = Object.keys((await manifest()).exports).map((entry) => `@tessera/client${entry.slice(1)}`);
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  return [...imports, ...entries.map((_, index) => `entry${index};`)].join('\n');
}

describe('the package', () => {
  it('has built files and no dependencies', async () => {
    const others = library.files.filter((path) => !/^dist\/.+(\.js|\.d\.ts)$/.test(path));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(library.files.filter((path) => path.includes('.test.'))).toEqual([]);
    expect(await manifest()).not.toHaveProperty('dependencies');
  });

  it('has types for every entry, with the module resolution of Node', async () => {
    expect(await typeCheck(project, 'node16', { 'entries.ts': await everyEntry() })).toEqual([]);
  });

  it('works in Node, whose process ends after close()', async () => {
    const script = `
      import { createTessera } from '@tessera/client';
      import { fileJournal, fileStore } from '@tessera/client/node';
      const [url, apiKey] = process.argv.slice(2);
      const tessera = createTessera({
        url, product: 'aqueduct', credential: { apiKey },
        store: fileStore('.tessera/store'), journal: fileJournal('.tessera/journal'),
      });
      const held = await tessera.entitlement('${contoso}');
      await tessera.track('${contoso}', 'api-calls', 0.001);
      await tessera.flush();
      console.log(held.can('scheduling'), held.can('audit-trail'), held.limit('pipelines'), held.stale);
      await tessera.close();
    `;
    await writeFile(join(project, 'application.js'), script);
    const { baseUrl, apiKey } = demo.facts;
    const { stdout } = await run(process.execPath, ['application.js', baseUrl, apiKey], { cwd: project });
    expect(stdout).toBe('true false 25 false\n');
  });
});

describe('the core entry', () => {
  const bundle = async (options: object) => {
    const entryPoints = [join(project, 'node_modules/@tessera/client/dist/index.js')];
    const { outputFiles } = await build({ entryPoints, bundle: true, write: false, ...options });
    return outputFiles[0]?.text ?? '';
  };

  it('works without the modules of Node', async () => {
    const code = await bundle({ platform: 'neutral', format: 'iife', globalName: 'client' });
    const { fetch, crypto, setTimeout, clearTimeout, TextEncoder, TextDecoder, atob, btoa, URL } = globalThis;
    const { AbortController, AbortSignal, DOMException, Blob, Request, Response, Headers } = globalThis;
    const { ReadableStream, TransformStream, CompressionStream, queueMicrotask } = globalThis;
    const context = createContext({
      ...{ fetch, crypto, setTimeout, clearTimeout, TextEncoder, TextDecoder, atob, btoa, URL },
      ...{ AbortController, AbortSignal, DOMException, Blob, Request, Response, Headers },
      ...{ ReadableStream, TransformStream, CompressionStream, queueMicrotask },
      options: { url: demo.facts.baseUrl, product: 'aqueduct', credential: { apiKey: demo.facts.apiKey } },
    });
    runInContext(code, context);
    const answer = await runInContext(
      `(async () => {
        const tessera = client.createTessera(options);
        const held = await tessera.entitlement('${contoso}');
        await tessera.track('${contoso}', 'api-calls', 0.001);
        await tessera.flush();
        await tessera.close();
        return [typeof process, typeof Buffer, held.can('scheduling'), held.limit('pipelines')];
      })()`,
      context,
    );
    expect([...answer]).toEqual(['undefined', 'undefined', true, 25]);
  });

  it('has at most 10 kB, minified and compressed, without what it loads on first use', async () => {
    const onFirstUse: Plugin = {
      name: 'on-first-use',
      setup: ({ onResolve }) =>
        onResolve({ filter: /./ }, ({ kind, path }) =>
          kind === 'dynamic-import' ? { path, external: true } : undefined,
        ),
    };
    const code = await bundle({ minify: true, format: 'esm', platform: 'neutral', plugins: [onFirstUse] });
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(10_000);
  });
});

describe('tessera-types', () => {
  const types = (...args: string[]) =>
    run(join(project, 'node_modules/.bin/tessera-types'), args, { cwd: project });

  it('writes names with which the documentation compiles, and a wrong name does not', async () => {
    const { baseUrl, apiKey } = demo.facts;
    await types('--url', baseUrl, '--key', apiKey, '--out', 'tessera.gen.ts');
    const documented = await documentedCode();
    const names = `
      import { createTessera } from '@tessera/client';
      import { Can, useCapability } from '@tessera/client/react';
      import type { Catalogue } from './tessera.gen';
      declare module '@tessera/client/react' { interface Register { catalogue: Catalogue } }
      const tessera = createTessera<Catalogue>({ url: '', product: 'aqueduct', credential: { apiKey: '' } });
      const held = await tessera.entitlement('');
      export const right = [held.can('scheduling'), useCapability('polls'), <Can capability="scheduling" />];
      // @ts-expect-error
      held.can('shceduling');
      // @ts-expect-error
      held.limit('scheduling');
      // @ts-expect-error
      tessera.track('', 'rows');
      // @ts-expect-error
      useCapability('shceduling');
      // @ts-expect-error
      createTessera<Catalogue>({ url: '', product: 'viaduct', credential: { apiKey: '' } });
    `;
    const files = { 'names.tsx': names, 'entries.ts': await everyEntry(), ...documented };
    expect(await typeCheck(project, 'bundler', files)).toEqual([]);
  });

  it('ends with exit code 1 for a refusal and 2 for a wrong call', async () => {
    const { baseUrl } = demo.facts;
    await expect(types('--url', baseUrl, '--key', 'tsk_wrong')).rejects.toMatchObject({ code: 1 });
    await expect(types('--url', baseUrl)).rejects.toMatchObject({ code: 2 });
  });
});

describe('examples', () => runExamples(() => demo.facts));

describe('docs/reference/sdk.md', () => {
  it('has an example that prints what it says', async () => {
    const { 'docs-reference-sdk-md-0.ts': example = '' } = await documentedCode();
    const { code } = await transform(example, { loader: 'ts' });
    await writeFile(join(project, 'reference.js'), code);
    const { baseUrl: TESSERA_URL, apiKey: TESSERA_API_KEY } = demo.facts;
    const env = { ...process.env, TESSERA_URL, TESSERA_API_KEY };
    const { stdout } = await run(process.execPath, ['reference.js'], { cwd: project, env });
    const printed = [...example.matchAll(/console\.log\(.+\); \/\/ (.+)$/gm)].map(([, text]) => text);
    expect(stdout.trimEnd().split('\n')).toEqual(printed);
  });
});

describe('docs/tutorial.md', () => {
  it('leads from an empty folder to a gated route and a metered unit', async () => {
    await runTutorial(demo.facts, await library.install('express'));
  });
});
