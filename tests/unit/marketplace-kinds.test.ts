import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What differs between marketplaces is declared in these files alone. */
const declarations = [
  'src/core/catalogue/marketplace-kind.ts',
  'src/core/marketplace/connections/kinds.ts',
  // Joins the adapters to the ports.
  'src/service/connect-marketplaces.ts',
  // What the portal says; what it does, it asks of the traits of a connection.
  'portal/areas/marketplace/connections/kinds.ts',
  // The titles of guides.
  'portal/parts/links/docs-topics.ts',
];

/** The identity provider is Microsoft's too, and has things of its own. */
const ofIdentityProvider = [
  /login\.microsoftonline\.com/g,
  /graph\.microsoft\.com/g,
  /Microsoft Graph/g,
  /personal Microsoft accounts?/gi,
  /microsoft-authentication-library/g,
];
/** The demo starts the emulators. */
const emulatorImport = /emulators\/(microsoft|aws)-marketplace\//g;

const marketplace = /microsoft|'aws'|aws-marketplace|aws marketplace/i;

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['src', 'portal']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      normalize(join(folder, name)),
    ),
  )
  .filter((name) => /\.[tj]sx?$/.test(name) && !/\.(test|fixture|generated)\.ts$/.test(name));

/** The demo is a seller on both. */
const isDemo = (file: string) => file.startsWith('src/demo/');
const isAdapter = (file: string) => /^src\/adapters\/(microsoft|aws)-marketplace\//.test(file);

function linesThatName(text: string): readonly string[] {
  return text.split('\n').filter((line) => {
    const rest = [...ofIdentityProvider, emulatorImport].reduce((part, own) => part.replace(own, ''), line);
    return marketplace.test(rest);
  });
}

describe('a marketplace is named', () => {
  it.each([
    ["if (kind === 'Aws') return;", true],
    ["const name = 'Microsoft Marketplace';", true],
    [
      "import { createFulfilmentService } from '../adapters/microsoft-marketplace/fulfilment-service.ts';",
      true,
    ],
    ["const url = 'https://login.microsoftonline.com';", false],
    ["import { startMarketplaceEmulator } from '../../emulators/microsoft-marketplace/start.ts';", false],
    ['A personal Microsoft account, of no organisation.', false],
  ])('by %s: %s', (line, isNamed) => {
    expect(linesThatName(line)).toEqual(isNamed ? [line] : []);
  });

  it('in its adapter and in the declarations alone', () => {
    const found = files
      .filter((file) => !isAdapter(file) && !isDemo(file) && !declarations.includes(file))
      .flatMap((file) =>
        linesThatName(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});
