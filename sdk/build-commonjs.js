// Adds to dist what CommonJS needs: a file that requires each entry, and declarations of their own, because TypeScript's
// `node16` takes declarations beside an ES module for that module only.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const { exports, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = engines.node.replace('>=', '');

for (const { require, default: module } of Object.values(exports)) {
  writeFileSync(
    require.default,
    `'use strict';
const node = globalThis.process?.versions?.node;
if (Number.parseInt(node, 10) < ${Number.parseInt(oldest, 10)}) {
  throw new Error(\`Node \${node} is too old for @tessera/client: use Node ${oldest} or newer.\`);
}
module.exports = require('./${basename(module)}');
`,
  );
}

for (const name of readdirSync('dist', { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join('dist', name);
  const text = readFileSync(path, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g, '$1.cjs$2');
  writeFileSync(path.replace(/\.d\.ts$/, '.d.cts'), text);
}
