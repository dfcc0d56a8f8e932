import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * Modules that can open a connection, and the files that may import them. Calls to addresses that partners choose
 * always pass the guarded connector: an adapter is given its `Exchange`, which only `connect-adapters.ts` and commands create.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/adapters/outgoing/exchange.ts', 'src/adapters/outgoing/guarded-connector.ts'],
  // Signs alone; the guarded client sends.
  aws4fetch: ['src/adapters/aws-marketplace/signed-request.ts'],
  'node:http': [],
  'node:https': [],
  'node:http2': [],
  'node:net': ['embedded-postgres/ownership.ts', 'src/adapters/rate-limit/checked-connector.ts'],
  'node:tls': ['src/adapters/rate-limit/checked-connector.ts'],
  'node:dgram': [],
  'node:dns': ['src/adapters/outgoing/guarded-connector.ts'],
  // These connect to addresses of the operator's settings.
  pg: ['src/storage/', 'embedded-postgres/ownership.ts'],
  ioredis: ['src/adapters/rate-limit/redis.ts', 'src/adapters/rate-limit/checked-connector.ts'],
  nodemailer: ['src/adapters/mail/mail-sender.ts'],
  // These read the node's own credential, at the operator's environment and fixed addresses of the machine.
  '@aws-sdk/credential-provider-env': ['src/adapters/aws-marketplace/node-keys.ts'],
  '@aws-sdk/credential-provider-http': ['src/adapters/aws-marketplace/node-keys.ts'],
  '@smithy/credential-provider-imds': ['src/adapters/aws-marketplace/node-keys.ts'],
  'openid-client': ['src/adapters/entra/sign-in.ts', 'src/adapters/entra/sign-in-failure.ts'],
};

/** Exports of these modules that open no connection. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'STATUS_CODES', 'METHODS', 'IncomingMessage', 'ServerResponse', 'Server'],
  'node:net': ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList'],
};

/** Commands call the address that their user typed, and the demo that of its emulated marketplace. */
const filesThatFetch = [
  'src/commands/remote/service.ts',
  'src/commands/remote/forward.ts',
  'src/demo/sample-export.ts',
];

/** The files that may create an agent of each kind; the operator's agent reaches every address. */
const agentMakers: Readonly<Record<string, readonly string[]>> = {
  operatorAgent: ['src/service/connect-adapters.ts'],
  partnerAgent: [
    'src/adapters/partner-endpoint/partner-endpoints.ts',
    'src/service/connect-adapters.ts',
    'src/commands/database/reconcile.ts',
  ],
};

const networkGlobals: readonly string[] = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['src', 'embedded-postgres']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      normalize(join(folder, name)),
    ),
  )
  .filter((name) => /\.[tj]s$/.test(name) && !/\.(test|fixture)\.ts$/.test(name));

interface Reading {
  /** Modules with an import of a value; type imports open no connection. */
  readonly modules: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** Networking globals that are used as values. */
  readonly globals: ReadonlySet<string>;
}

/** Normalises `http` to `node:http` and `node:dns/promises` to `node:dns`. */
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

/** `fetch` itself or as a member of the global object, not of another object. */
function isGlobalUse(node: ts.Identifier): boolean {
  if (!networkGlobals.includes(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return /^(globalThis|global|window|self)$/.test(parent.expression.getText());
  }
  const isName =
    (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node;
  return !isName;
}

/** Parsing takes long, so only files with one of the names are parsed. */
const mention = new RegExp(
  `['"](node:)?(${Object.keys(allowed).join('|').replaceAll('node:', '')})['"/]|\\b(${[...networkGlobals, ...Object.keys(agentMakers)].join('|')})\\b`,
);
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
const readings = new Map(
  texts.filter(([, text]) => mention.test(text)).map(([file, text]) => [file, read(file, text)]),
);
const isIn = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));

function violations(file: string, { modules, imported, globals }: Reading): readonly string[] {
  return [
    ...[...modules].filter((name) => Object.hasOwn(allowed, name) && !isIn(file, allowed[name] ?? [])),
    ...[...imported].filter(
      (name) => Object.hasOwn(agentMakers, name) && !isIn(file, agentMakers[name] ?? []),
    ),
    ...[...globals].filter((name) => name !== 'fetch' || !filesThatFetch.includes(file)),
  ].map((name) => `${file} uses ${name}`);
}

describe('modules that open outgoing connections', () => {
  it('are imported only by the files of the table', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files).toContain('src/catalogue-file/yaml-thread.js');
    expect([...readings].flatMap(([file, reading]) => violations(file, reading))).toEqual([]);
  });

  it('are imported by every file of the table', () => {
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
    ["import { operatorAgent } from '../../outgoing/agent.ts';"],
    ["import { partnerAgent as agent } from '../../outgoing/agent.ts';"],
    ['await fetch(address);'],
    ['const call = options.fetch ?? fetch;'],
    ['globalThis.fetch(address);'],
    ['new WebSocket(address);'],
  ])('are recognised: %s', (text) => {
    const file = 'src/adapters/graph/look-up.ts';
    expect(violations(file, read(file, text))).not.toEqual([]);
  });

  it.each([
    ["import type { Agent } from 'undici';"],
    ["import { type Dispatcher } from 'undici';"],
    ["import { createServer, type IncomingMessage } from 'node:http';"],
    ["import { isIP } from 'node:net';"],
    ['type Call = typeof fetch;'],
    ['const keySet = { fetch: 1 }; keySet.fetch;'],
  ])('are not mistaken: %s', (text) => {
    const file = 'src/adapters/graph/look-up.ts';
    expect(violations(file, read(file, text))).toEqual([]);
  });
});
