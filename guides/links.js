import { posix } from 'node:path';

/** Pages of the service that guides name as code. */
const servicePages = new Set([
  '/docs',
  '/docs/guides/',
  '/errors',
  '/portal/',
  '/openapi.json',
  '/api/admin/v1/openapi.json',
]);

/**
 * Addresses of the guides are relative, so that one build serves any path of `PUBLIC_URL`.
 *
 * @param {string} from The address of the page with the link.
 * @param {string} to
 */
export const relativeAddress = (from, to) => `${'../'.repeat(from.split('/').length - 1)}${to}` || './';

/**
 * The address of a page of the service, from a guide; undefined for other texts.
 *
 * @param {string} from
 * @param {string} path
 */
export const servicePage = (from, path) =>
  servicePages.has(path)
    ? relativeAddress(from, `../../${path.slice(1)}${path === '/docs' ? '/' : ''}`)
    : undefined;

/**
 * The file that a link of a Markdown file names, and its address if it is served. Other addresses stay as they are.
 *
 * @param {{ file: string, address: string }} page
 * @param {string} link
 * @param {ReadonlyMap<string, string>} served The addresses of the served files, by path.
 * @returns {{ file: string, address: string | undefined }}
 */
export function resolveLink(page, link, served) {
  if (/^([a-z]+:|#)/i.test(link)) return { file: page.file, address: link };
  const [path = '', anchor] = link.split('#', 2);
  const file = posix.join(posix.dirname(page.file), path);
  const target = served.get(file);
  if (target === undefined) return { file, address: undefined };
  return {
    file,
    address: relativeAddress(page.address, target) + (anchor === undefined ? '' : `#${anchor}`),
  };
}

/**
 * Whether the words of a link already name its file, as `deploy/compose.yaml` does.
 *
 * @param {string} words
 * @param {string} file
 */
export const namesFile = (words, file) =>
  file === words || file.endsWith(`/${words}`) || (words.includes('/') && file.startsWith(words));
