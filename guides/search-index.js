import { marked } from 'marked';
import MiniSearch from 'minisearch';
import { plainText } from './markdown.js';
import { searchOptions } from './search-options.js';

/**
 * The index of all guides, as JSON. Decisions and the changelog are left out: they would crowd out the guides.
 *
 * @param {readonly { address: string, text: string, headings: readonly { id: string, text: string }[] }[]} guides
 */
export function searchIndex(guides) {
  const index = new MiniSearch(searchOptions);
  const isSearched = (/** @type {string} */ address) => !/^(decisions\/|changelog)/.test(address);
  for (const guide of guides) if (isSearched(guide.address)) index.addAll(sectionsOf(guide));
  return JSON.stringify(index);
}

/** @param {Parameters<typeof searchIndex>[0][number]} guide */
function sectionsOf({ address, text, headings }) {
  const [title, ...others] = headings;
  if (!title) throw new Error(`${address} has no title`);
  const sections = [{ id: address, title: title.text, heading: '', text: '' }];
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading' && token.depth === 1) continue;
    if (token.type === 'heading') {
      const heading = others.shift();
      if (!heading) throw new Error(`${address} has a heading that was not rendered`);
      const id = `${address}#${heading.id}`;
      sections.push({ id, title: title.text, heading: heading.text, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += ` ${wordsOf(token)}`;
    }
  }
  return sections;
}

/**
 * The words of a paragraph, list, table or code block.
 *
 * @param {import('marked').Token} token
 */
function wordsOf(token) {
  if (token.type === 'code') return token.text;
  /** @type {string[]} */
  const words = [];
  marked.walkTokens([token], (inner) => {
    const isLeaf = ['text', 'codespan'].includes(inner.type) && !('tokens' in inner && inner.tokens);
    if (isLeaf) words.push(plainText([inner]));
  });
  return words.join(' ');
}
