import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundledPackages, readManifest } from './pack.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ 'bom-ref': string, type: string, name: string, scope?: string }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependencies
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependencies[] }} Sbom
 */

/**
 * The software bill of materials of the package, in CycloneDX: the packages bundled into it, and PostgreSQL for the demo, which
 * npm installs beside it. npm describes the whole lock file, with our tools; with `--omit dev` it leaves out packages that both
 * we and a tool need.
 *
 * @returns {Promise<Sbom>}
 */
export async function packageSbom() {
  const { name, optionalDependencies } = await readManifest(root);
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--silent'];
  const shell = process.platform === 'win32';
  /** @type {Sbom} */
  const sbom = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, shell }),
  );
  const bundled = await bundledPackages();
  const optional = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`);
  const shipped = new Set([...bundled, ...optional]);
  const components = sbom.components
    .filter((component) => shipped.has(component['bom-ref']))
    .map((component) => ({
      ...component,
      scope: bundled.has(component['bom-ref']) ? 'required' : 'optional',
    }));
  if (components.length !== shipped.size) throw new Error('npm sbom does not list every bundled package');
  // npm names it by the folder of the checkout.
  const component = { ...sbom.metadata.component, type: 'application', name };
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component },
    components,
    dependencies: sbom.dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) })),
  };
}
