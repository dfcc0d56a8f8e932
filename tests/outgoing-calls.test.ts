import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * Everything in the service that can open a connection, by what it is imported from, and which files may. Calls to
 * addresses that partners choose go through the guarded connector because there is no other way: an adapter is handed
 * its `Exchange`, and only `main.ts` and `run-once.ts` make one.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/adapters/outgoing/agent.ts', 'src/adapters/outgoing/guarded-connector.ts'],
  'node:http': [],
  'node:https': [],
  'node:http2': [],
  'node:net': ['embedded-postgres/ownership.ts'],
  'node:tls': [],
  'node:dgram': [],
  'node:dns': ['src/adapters/outgoing/guarded-connector.ts'],
  // These connect to addresses of the operator's settings.
  pg: ['src/storage/', 'embedded-postgres/ownership.ts'],
  ioredis: ['src/adapters/rate-limit/redis.ts'],
  nodemailer: ['src/adapters/mail/mail-sender.ts'],
  'openid-client': ['src/adapters/entra/sign-in.ts', 'src/adapters/entra/sign-in-failure.ts'],
};

/** What of these modules opens no connection. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'STATUS_CODES', 'METHODS', 'IncomingMessage', 'ServerResponse', 'Server'],
  'node:net': ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList'],
};

/** Who may make an agent of each kind. The operator's reaches everything. */
const agentMakers: Readonly<Record<string, readonly string[]>> = {
  operatorAgent: ['src/connect-adapters.ts'],
  partnerAgent: [
    'src/adapters/partner-endpoint/partner-endpoints.ts',
    'src/connect-adapters.ts',
    'src/run-once.ts',
  ],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['src', 'embedded-postgres']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      normalize(join(folder, name)),
    ),
  )
  .filter((name) => /\.ts$/.test(name) && !/\.(test|fixture)\.ts$/.test(name));

interface Reading {
  /** Modules that a value is imported from; a type opens no connection. */
  readonly modules: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** Names that are used as values and that the file did not make itself. */
  readonly globals: ReadonlySet<string>;
}

/** `http` is `node:http`, and `node:dns/promises` is `node:dns`. */
function nodeName(module: string): string {
  const name = module.replace(/^(node:)?(dns)\/.*/, 'node:$2');
  return Object.hasOwn(allowed, `node:${name}`) ? `node:${name}` : name;
}

function read(file: string, text: string): Reading {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const modules = new Set<string>();
  const imported = new Set<string>();
  const globals = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isImportDeclaration(node)) readImport(node);
    else if (ts.isExportDeclaration(node) && !node.isTypeOnly && node.moduleSpecifier) {
      modules.add(nodeName((node.moduleSpecifier as ts.StringLiteral).text));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier)) modules.add(nodeName(specifier.text));
    } else if (ts.isIdentifier(node) && isGlobalUse(node)) globals.add(node.text);
    ts.forEachChild(node, visit);
  };
  const readImport = ({ importClause, moduleSpecifier }: ts.ImportDeclaration): void => {
    const bindings = importClause?.namedBindings;
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const values = names.filter((name) => !name.isTypeOnly);
    const isTypes =
      importClause?.isTypeOnly || (names.length > 0 && values.length === 0 && !importClause?.name);
    if (isTypes) return;
    const module = nodeName((moduleSpecifier as ts.StringLiteral).text);
    const importedNames = values.map((name) => (name.propertyName ?? name.name).text);
    const isHarmless =
      importedNames.length > 0 &&
      !importClause?.name &&
      importedNames.every((name) => harmless[module]?.includes(name));
    if (!isHarmless) modules.add(module);
    for (const name of importedNames) imported.add(name);
  };
  visit(source);
  return { modules, imported, globals };
}

/** `fetch` itself, or as a member of the global object; not a member of somebody else's. */
function isGlobalUse(node: ts.Identifier): boolean {
  if (!['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].includes(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return /^(globalThis|global|window|self)$/.test(parent.expression.getText());
  }
  const isName =
    (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node;
  return !isName;
}

const readings = new Map(files.map((file) => [file, read(file, readFileSync(join(root, file), 'utf8'))]));
const isIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));

function complaints(file: string, { modules, imported, globals }: Reading): readonly string[] {
  return [
    ...[...modules].filter((name) => Object.hasOwn(allowed, name) && !isIn(file, allowed[name] ?? [])),
    ...[...imported].filter(
      (name) => Object.hasOwn(agentMakers, name) && !isIn(file, agentMakers[name] ?? []),
    ),
    ...globals,
  ].map((name) => `${file} uses ${name}`);
}

describe('a connection to the outside', () => {
  it('is opened where the table says, and nowhere else', () => {
    expect(readings.size).toBeGreaterThan(200);
    expect([...readings].flatMap(([file, reading]) => complaints(file, reading))).toEqual([]);
  });

  it('is still opened in every place that the table names', () => {
    const used = [...readings].flatMap(([file, { modules, imported }]) =>
      [...modules, ...imported].map((name) => `${file} ${name}`),
    );
    const named = Object.entries({ ...allowed, ...agentMakers }).flatMap(([name, places]) =>
      places.filter((place) => !place.endsWith('/')).map((place) => `${place} ${name}`),
    );
    expect(named.filter((entry) => !used.includes(entry))).toEqual([]);
  });

  it.each([
    ["import { Agent } from 'undici';"],
    ["import undici from 'undici';"],
    ["import * as undici from 'undici';"],
    ["import { type Dispatcher, request } from 'undici';"],
    ["export { fetch } from 'undici';"],
    ["const { Agent } = await import('undici');"],
    ["import { request } from 'node:https';"],
    ["import { get } from 'http';"],
    ["import { connect } from 'node:net';"],
    ["import { createServer, request } from 'node:http';"],
    ["import * as net from 'node:net';"],
    ["import http, { createServer } from 'node:http';"],
    ["import { resolve4 } from 'dns/promises';"],
    ["import { lookup } from 'node:dns/promises';"],
    ["import { operatorAgent } from '../outgoing/agent.ts';"],
    ["import { partnerAgent as agent } from '../outgoing/agent.ts';"],
    ['await fetch(address);'],
    ['const call = options.fetch ?? fetch;'],
    ['globalThis.fetch(address);'],
    ['new WebSocket(address);'],
  ])('would be noticed: %s', (text) => {
    const file = 'src/adapters/graph/look-up.ts';
    expect(complaints(file, read(file, text))).not.toEqual([]);
  });

  it.each([
    ["import type { Agent } from 'undici';"],
    ["import { type Dispatcher } from 'undici';"],
    ["import { createServer, type IncomingMessage } from 'node:http';"],
    ["import { isIP } from 'node:net';"],
    ['type Call = typeof fetch;'],
    ['const keySet = { fetch: 1 }; keySet.fetch;'],
  ])('is not %s', (text) => {
    const file = 'src/adapters/graph/look-up.ts';
    expect(complaints(file, read(file, text))).toEqual([]);
  });
});
