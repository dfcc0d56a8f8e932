import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, posix } from 'node:path';
import { build } from 'esbuild';

/**
 * @typedef {object} Source
 * @property {string} file The path below the project's folder, such as `docs/how-to/deploy.md`.
 * @property {string} address Below `/docs/guides/`, such as `how-to/deploy`; that of an index is a folder.
 * @property {string} text
 *
 * @typedef {object} Asset
 * @property {string} address With a hash of the content.
 * @property {Buffer} content
 */

/** Markdown files outside `docs/` that the guides link to, and their addresses. */
const elsewhere = {
  'CHANGELOG.md': 'changelog',
  'sdk/README.md': 'reference/client-library',
  'src/core/README.md': 'reference/glossary',
};

/** The files that the guides are made of. */
export const guideInputs = ['docs', 'guides', ...Object.keys(elsewhere)];

/**
 * @param {string} root
 * @returns {Promise<Source[]>}
 */
export async function readSources(root) {
  const names = (await readdir(join(root, 'docs'), { recursive: true })).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const pages = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      file: `docs/${name}`,
      address: name.replace(/\.md$/, '').replace(/(^|\/)README$/, '$1'),
    }));
  const others = Object.entries(elsewhere).map(([file, address]) => ({ file, address }));
  const sources = await Promise.all(
    [...pages, ...others].map(async (page) => ({
      ...page,
      text: await readFile(join(root, page.file), 'utf8'),
    })),
  );
  return [...sources, decisionsIndex(sources)].sort((one, other) => (one.file < other.file ? -1 : 1));
}

/**
 * The folder of the decisions has no page of its own.
 *
 * @param {readonly Source[]} sources
 * @returns {Source}
 */
function decisionsIndex(sources) {
  const links = sources
    .filter(({ file }) => file.startsWith('docs/decisions/'))
    .map(({ file, text }) => `- [${/^# (.*)/.exec(text)?.[1]}](${posix.basename(file)})`)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return {
    file: 'docs/decisions/',
    address: 'decisions/',
    text: `# Decisions\n\nOne page for each decision that a newcomer would question.\n\n${links.join('\n')}\n`,
  };
}

/**
 * The screenshots, by their paths below the project's folder.
 *
 * @param {string} root
 * @returns {Promise<Map<string, Asset>>}
 */
export async function readImages(root) {
  const names = (await readdir(join(root, 'docs/screenshots'))).filter((name) => name.endsWith('.png'));
  const images = names.map(
    /** @returns {Promise<[string, Asset]>} */ async (name) => {
      const file = `docs/screenshots/${name}`;
      return [file, asset(name, await readFile(join(root, file)))];
    },
  );
  return new Map(await Promise.all(images));
}

/**
 * The font of code, which the portal has, too.
 *
 * @returns {Promise<Asset>}
 */
export async function readFont() {
  const file = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2';
  return asset('mono.woff2', await readFile(createRequire(import.meta.url).resolve(file)));
}

/**
 * The style sheet, which names the font beside it.
 *
 * @param {string} root
 * @param {Asset} font
 * @returns {Promise<Asset>}
 */
export async function readStyle(root, font) {
  const text = await readFile(join(root, 'guides/style.css'), 'utf8');
  return asset('style.css', Buffer.from(text.replace('mono.woff2', basename(font.address))));
}

/**
 * The script of the pages, with the search library in it.
 *
 * @param {string} root
 * @returns {Promise<Asset>}
 */
export async function readScript(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['guides/browser/script.js'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return asset('script.js', Buffer.from(outputFiles[0]?.contents ?? ''));
}

/**
 * @param {string} name
 * @param {Buffer} content
 * @returns {Asset}
 */
export function asset(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const extension = posix.extname(name);
  return { address: `assets/${basename(name, extension)}-${hash}${extension}`, content };
}
