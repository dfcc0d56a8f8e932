import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { World } from '../support/worlds/world.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const textOf = (name: string) => readFileSync(path(name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const rules: readonly Rule[] = parse(textOf('deploy/monitoring/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: readonly Rule[] }) => rules,
);

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly query: unknown }[] };
}
const dashboard: Dashboard = JSON.parse(textOf('deploy/monitoring/dashboard.json'));
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const metricsIn = (text: string): string[] => text.match(/\b(?:tessera|nodejs|process)_\w+/g) ?? [];

let world: World;
let existing: Set<string>;
beforeAll(async () => {
  world = await World.create({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'tessera@tessera.example' } });
  const text = await (await fetch(`${world.service.url}/metrics`)).text();
  existing = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  );
});
afterAll(() => world.close());

describe('deploy/monitoring', () => {
  it('names only metrics that the service has', () => {
    const named = metricsIn([...rules.map(({ expr }) => expr), ...queries].join(' '));
    named.push(...metricsIn(JSON.stringify(dashboard.templating)));
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
  });

  it('shows every metric of the service on the dashboard', () => {
    const shown = new Set(metricsIn(queries.join(' ')).map(withoutPart));
    const ours = new Set([...existing].filter((name) => name.startsWith('tessera_')).map(withoutPart));
    // Details of workers, for alerts and for looking into one.
    const left = [...ours].filter((name) => !shown.has(name));
    expect(left.filter((name) => !name.startsWith('tessera_worker_'))).toEqual([]);
  });

  it('has a section of the guide for every alert', () => {
    const sections = [...textOf('docs/how-to/operate.md').matchAll(/^### (Tessera\w+)$/gm)];
    expect(sections.map(([, alert]) => alert)).toEqual(rules.map(({ alert }) => alert));
  });

  // Debian's package prometheus has promtool.
  it.runIf(process.env.PROMTOOL)('passes the checks and tests of promtool', () => {
    const promtool = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.env.PROMTOOL ?? '', words, { encoding: 'utf8' });
      return [status, status === 0 ? '' : stdout + stderr];
    };
    expect(promtool('check', 'rules', path('deploy/monitoring/alerts.yml'))).toEqual([0, '']);
    expect(promtool('test', 'rules', path('deploy/monitoring/alerts.test.yml'))).toEqual([0, '']);
    const recorded = queries.map((query, index) => ({
      record: `dashboard:query${index}`,
      expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const folder = mkdtempSync(join(tmpdir(), 'tessera-queries-'));
    const file = join(folder, 'queries.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    try {
      expect(promtool('check', 'rules', file)).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function withoutPart(name: string): string {
  return name.replace(/_(bucket|count|sum)$/, '');
}
