import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from './support/contract.ts';
import { World } from './support/world.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.create({ nodeRoles: { api: true, workers: false } });
  folder = await mkdtemp(join(tmpdir(), 'tessera-openapi-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['the API', '/openapi.json'],
  ['the admin API', '/api/admin/v1/openapi.json'],
])('the OpenAPI document of %s', (_name, path) => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    document = (await (await fetch(`${world.service.url}${path}`)).json()) as OpenApiDocument;
  });

  it('passes the linter', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', file], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    expect(stderr).toContain('Your API description is valid');
    expect(stderr).not.toContain('Warning was generated');
  });

  it('names the URL of the service', () => {
    expect(document.servers).toEqual([{ url: world.service.url }]);
  });

  it('describes the headers of every response and references every problem response', () => {
    const operations = Object.values(document.paths).flatMap((operationsOf) => Object.values(operationsOf));
    const responses = [
      ...operations.flatMap((operation) => Object.values(operation.responses)),
      ...Object.values(document.components.responses),
    ];
    expect(responses.length).toBeGreaterThan(20);
    for (const response of responses) {
      if ('$ref' in response) continue;
      expect(response.headers).toHaveProperty('X-Request-Id');
      for (const header of Object.values(response.headers ?? {})) {
        expect(header).not.toHaveProperty('schema.schema');
      }
    }
    const inline = operations.flatMap((operation) =>
      Object.values(operation.responses).filter((response) =>
        JSON.stringify(response).includes('application/problem+json'),
      ),
    );
    expect(inline).toEqual([]);
  });
});
