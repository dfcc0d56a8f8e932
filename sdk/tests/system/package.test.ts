import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDemo } from '../../../tests/support/worlds/test-demo.ts';
import { readInstallationKey } from '../../src/node/installation-key.ts';
import { documentedExamples } from '../support/documented-code.ts';
import { runDocumentedExamples } from '../support/documented-examples.ts';
import { documentedFolder, writeDocumentedInstallation } from '../support/documented-installation.ts';
import { runExamples } from '../support/examples.ts';
import { PackedLibrary, root } from '../support/packed-library.ts';
import { runTutorial } from '../support/tutorial.ts';
import { typeCheck } from '../support/type-check.ts';

type Demo = Awaited<ReturnType<typeof startTestDemo>>;

const contoso = 'b0000000-0000-4000-8000-000000000001';
const run = promisify(execFile);

const examples = await documentedExamples();

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
  await writeDocumentedInstallation(project);
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

/** A client in a file of CommonJS. */
const commonJs = `
  import { createTessera, TesseraUnavailable } from '@tessera/client';
  import { fileJournal } from '@tessera/client/node';
  import { createGate } from '@tessera/client/express';
  import type { Request } from 'express';
  const journal = fileJournal('.tessera');
  const tessera = createTessera({ url: '', product: 'aqueduct', credential: { apiKey: '' }, journal });
  createGate(tessera, { tenant: (request: Request) => request.get('x-tenant-id') }).require('scheduling');
  tessera.entitlement('').catch((error: unknown) => error instanceof TesseraUnavailable);
`;

describe('the package', () => {
  it('has built files and no dependencies', async () => {
    const others = library.files.filter((path) => !/^dist\/.+\.(js|cjs|d\.ts|d\.cts)$/.test(path));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(library.files.filter((path) => path.includes('.test.'))).toEqual([]);
    expect(await manifest()).not.toHaveProperty('dependencies');
  });

  it('has types for every entry, with the module resolution of Node', async () => {
    expect(await typeCheck(project, 'node16', { 'entries.ts': await everyEntry() })).toEqual([]);
  });

  it('has types for CommonJS, with the module resolution of Node', async () => {
    const files = { 'entries.cts': await everyEntry(), 'names.cts': commonJs };
    expect(await typeCheck(project, 'node16', files)).toEqual([]);
  });

  it('is required by CommonJS', async () => {
    const entries = Object.keys((await manifest()).exports).map(
      (entry) => `@tessera/client${entry.slice(1)}`,
    );
    const script = entries
      .map((entry) => `console.log(Object.keys(require('${entry}')).length > 0);`)
      .join('');
    await writeFile(join(project, 'required.cjs'), script);
    const { stdout, stderr } = await run(process.execPath, ['required.cjs'], { cwd: project });
    expect([stdout, stderr]).toEqual(['true\n'.repeat(entries.length), '']);
  });

  it('tells an old Node in a sentence that it is too old', async () => {
    const old = 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });';
    const sentence = /Node 18\.20\.8 is too old for @tessera\/client: use Node 20\.19 or newer\./;
    const required = run(process.execPath, ['-e', `${old}require('@tessera/client')`], { cwd: project });
    await expect(required).rejects.toThrow(sentence);
    const call = "import('@tessera/client').then(({ createTessera }) => createTessera({}))";
    await expect(run(process.execPath, ['-e', old + call], { cwd: project })).rejects.toThrow(sentence);
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

describe('@tessera/client/offline', () => {
  it('works without the modules of Node', async () => {
    const entryPoints = [join(project, 'node_modules/@tessera/client/dist/offline/index.js')];
    const options = { platform: 'neutral', format: 'iife', globalName: 'offline' } as const;
    const { outputFiles } = await build({ entryPoints, bundle: true, write: false, ...options });
    const [licence, keys] = await Promise.all([
      readFile(join(project, documentedFolder, 'licence.tessera-licence'), 'utf8'),
      readFile(join(project, 'signing-keys.json'), 'utf8'),
    ]);
    const installationKey = await readInstallationKey(join(project, documentedFolder));
    const { crypto, setTimeout, clearTimeout, TextEncoder, TextDecoder, atob, btoa } = globalThis;
    const context = createContext({
      ...{ crypto, setTimeout, clearTimeout, TextEncoder, TextDecoder, atob, btoa, Uint8Array },
      options: { product: 'aqueduct', licence, keys: JSON.parse(keys), installationKey },
    });
    runInContext(outputFiles[0]?.text ?? '', context);
    const answer = await runInContext(
      `(async () => {
        const held = await offline.openOffline(options);
        await held.close();
        return [typeof process, typeof Buffer, held.can('scheduling'), held.limit('pipelines'), held.state];
      })()`,
      context,
    );
    expect([...answer]).toEqual(['undefined', 'undefined', true, 25, 'Active']);
  });
});

describe('tessera-offline', () => {
  const offline = (...args: string[]) =>
    run(join(project, 'node_modules/.bin/tessera-offline'), args, { cwd: project });

  it('verifies the licence file of the installation, with exit code 1 for a refusal and 2 for a wrong call', async () => {
    const file = join(documentedFolder, 'licence.tessera-licence');
    const { stdout } = await offline('verify', file, '--keys', 'signing-keys.json');
    expect(stdout).toMatch(/^State +Active\n/);
    const revoked = offline('verify', file, '--keys', 'signing-keys.json', '--revoked', 'revoked.jwt');
    await expect(revoked).rejects.toMatchObject({ code: 1 });
    await expect(offline('verify', file)).rejects.toMatchObject({ code: 2 });
  });
});

describe('tessera-types', () => {
  const types = (...args: string[]) =>
    run(join(project, 'node_modules/.bin/tessera-types'), args, { cwd: project });

  it('writes names with which the documentation compiles, and a wrong name does not', async () => {
    const { baseUrl, apiKey } = demo.facts;
    await types('--url', baseUrl, '--key', apiKey, '--out', 'tessera.gen.ts');
    const client =
      "import type { Tessera } from '@tessera/client'; declare const tessera: Tessera<'aqueduct'>;\n";
    const documented = examples.map(({ name, text, makesClient }) => [
      `${name}.tsx`,
      makesClient ? text : client + text,
    ]);
    const names = `
      import { createTessera } from '@tessera/client';
      import { Can, useCapability } from '@tessera/client/react';
      const tessera = createTessera({ url: '', product: 'aqueduct', credential: { apiKey: '' } });
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
      createTessera({ url: '', product: 'viaduct', credential: { apiKey: '' } });
    `;
    const files = {
      'names.tsx': names,
      'entries.ts': await everyEntry(),
      'tessera.gen.ts': await readFile(join(project, 'tessera.gen.ts'), 'utf8'),
      ...Object.fromEntries(documented),
    };
    expect(await typeCheck(project, 'bundler', files)).toEqual([]);
  });

  it('ends with exit code 1 for a refusal and 2 for a wrong call', async () => {
    const { baseUrl } = demo.facts;
    await expect(types('--url', baseUrl, '--key', 'tsk_wrong')).rejects.toMatchObject({ code: 1 });
    await expect(types('--url', baseUrl)).rejects.toMatchObject({ code: 2 });
  });
});

// These compare usage before and after. The documented ones may send theirs late, while they close.
describe('examples', () => runExamples(() => demo.facts));

describe('documented examples run as they stand', () =>
  runDocumentedExamples(
    () => demo.facts,
    () => project,
    examples,
  ));

describe('docs/reference/sdk.md', () => {
  it('has an example that prints what it says', async () => {
    const { text: example = '' } = examples.find(({ name }) => name === 'docs-reference-sdk-md-0') ?? {};
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
