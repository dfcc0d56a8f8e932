import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));
const textOf = (file: string) => readFileSync(join(deploy, file), 'utf8');
const golden = (name: string) => join('helm', 'golden', `${name}.yaml`);
const charts = ['least', 'most'];

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
}

const containersOf = (name: string): readonly Container[] =>
  parseAllDocuments(textOf(golden(name))).flatMap((document) => {
    const { spec } = document.toJS() as { spec?: { template?: { spec: { containers: Container[] } } } };
    return spec?.template?.spec.containers ?? [];
  });

interface Compose {
  readonly services: Record<
    string,
    { readonly command?: string[]; readonly environment?: object; readonly image: string }
  >;
}
const compose = parse(textOf('compose.yaml'), { merge: true }) as Compose;
const composeNodes = Object.values(compose.services).filter(({ image }) => image.includes('TESSERA_IMAGE'));

describe('the files for deployment', () => {
  const settings = new Set(
    [...readFileSync(join(deploy, '../.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const isKnown = (name: string) =>
    settings.has(name) || settings.has(name.replace(/_FILE$/, '')) || name === 'NODE_OPTIONS';

  it.each([
    ['compose.yaml', composeNodes.flatMap(({ environment = {} }) => Object.keys(environment))],
    ...charts.map((name) => [
      golden(name),
      containersOf(name).flatMap(({ env }) => env.map((one) => one.name)),
    ]),
    [
      'azure/main.bicep',
      [...textOf('azure/main.bicep').matchAll(/name: '([A-Z_]{3,})'/g)].map(([, name = '']) => name),
    ],
    [
      'systemd',
      ['api@', 'worker', 'migrate'].flatMap((unit) =>
        [...textOf(`systemd/tessera-${unit}.service`).matchAll(/^Environment=(\w+)=/gm)].map(
          ([, name = '']) => name,
        ),
      ),
    ],
  ] as [string, string[]][])('%s: sets only settings that exist', (_file, names) => {
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  it.each([
    ['compose.yaml', composeNodes.map(({ command = [] }) => command.join(' '))],
    ...charts.map((name) => [golden(name), containersOf(name).map(({ args }) => args.join(' '))]),
    [
      'azure/main.bicep',
      [...textOf('azure/main.bicep').matchAll(/args: \[(.*?)\]/g)].map(([, args = '']) =>
        args.replaceAll(/[',]/g, ''),
      ),
    ],
    [
      'systemd',
      ['api@', 'worker', 'migrate'].map(
        (unit) => /^ExecStart=\S+ (.*)$/m.exec(textOf(`systemd/tessera-${unit}.service`))?.[1] ?? '',
      ),
    ],
  ] as [string, string[]][])('%s: runs migration, API and background work', (_file, commands) => {
    expect([...new Set(commands)].sort()).toEqual(['migrate', 'serve --api', 'serve --workers']);
  });
});

// Only where helm is installed: HELM=helm.
describe.runIf(process.env.HELM)('the Helm chart', () => {
  const helm = (...args: string[]) =>
    execFileSync(process.env.HELM ?? '', args, {
      cwd: join(deploy, 'helm'),
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const values = (name: string) => ['--values', `tessera/ci/${name}-values.yaml`];

  it.each(charts)('passes the linter with the %s values', (name) => {
    expect(helm('lint', '--strict', 'tessera', ...values(name))).toContain('0 chart(s) failed');
  });

  it.each(charts)('is rendered as its golden file with the %s values', async (name) => {
    const rendered = helm('template', 'tessera', 'tessera', '--kube-version', '1.31.0', ...values(name));
    await expect(rendered).toMatchFileSnapshot(join(deploy, golden(name)));
  });

  it.each([
    ['without values', [], 'publicUrl'],
    [
      'with an address without TLS',
      [...values('least'), '--set', 'publicUrl=http://tessera.example'],
      'publicUrl',
    ],
    ['with an unknown value', [...values('least'), '--set', 'replicas=3'], 'replicas'],
    [
      'with an ingress without a host',
      [...values('least'), '--set', 'ingress.enabled=true'],
      'ingress.host is required',
    ],
  ])('is refused %s', (_name, args, reason) => {
    expect(() => helm('template', 'tessera', 'tessera', '--kube-version', '1.31.0', ...args)).toThrow(reason);
  });
});
