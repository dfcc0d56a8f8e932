import { marked } from 'marked';
import { resolveLink } from './links.js';
import { plainText } from './markdown.js';

/**
 * @typedef {{ name: string, addresses: string[] }} Kind A kind of guide, such as "How-to guides", and its pages.
 */

/**
 * The kinds of guides with their pages, in the order of the index, `docs/README.md`.
 *
 * @param {{ file: string, address: string, text: string }} index
 * @param {ReadonlyMap<string, string>} served The addresses of the pages, by the paths of their files.
 * @returns {Kind[]}
 */
export function readKinds(index, served) {
  /** @type {Kind[]} */
  const kinds = [];
  marked.walkTokens(marked.lexer(index.text), (token) => {
    if (token.type === 'heading' && token.depth === 2) {
      kinds.push({ name: plainText(token.tokens ?? []), addresses: [] });
    }
    const target = token.type === 'link' && served.get(resolveLink(index, token.href, served).file);
    if (target && target !== index.address) kinds.at(-1)?.addresses.push(target);
  });
  return kinds;
}
