import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import { describeDiagram } from './diagrams.js';
import { escapeHtml } from './escape-html.js';
import { namesFile, resolveLink, servicePage } from './links.js';

/**
 * @typedef {import('marked').Token} Token
 * @typedef {{ id: string, text: string }} Heading
 *
 * @typedef {object} Site
 * @property {ReadonlyMap<string, string>} served The addresses of all pages and images, by the paths of their files.
 * @property {ReadonlyMap<string, Buffer>} images By the paths of their files.
 */

/** A code block with a longer line scrolls on a narrow screen, and so must be reachable by keyboard. */
const narrowColumns = 36;

/**
 * The words of a heading or link without its markup.
 *
 * @param {readonly Token[]} tokens
 * @returns {string}
 */
export const plainText = (tokens) =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');

/**
 * The content of a page as HTML, without its title, its sections, and all its headings.
 *
 * @param {{ file: string, address: string, text: string }} page
 * @param {Site} site
 * @returns {{ title: string, id: string, sections: Heading[], headings: Heading[], content: string }}
 */
export function renderMarkdown(page, site) {
  const slugger = new GithubSlugger();
  /** @type {Heading[]} */
  const headings = [];
  /** @type {Heading[]} */
  const sections = [];
  /** @type {Heading[]} */
  const titles = [];

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = slugger.slug(text);
        headings.push({ id, text });
        if (depth === 1) {
          titles.push({ id, text });
          return '';
        }
        if (depth === 2) sections.push({ id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const { file, address } = resolveLink(page, href, site.served);
        if (address !== undefined) return `<a href="${escapeHtml(address)}">${content}</a>`;
        return namesFile(plainText(tokens), file) ? content : `${content} (<code>${escapeHtml(file)}</code>)`;
      },
      image({ href, text }) {
        const { file, address } = resolveLink(page, href, site.served);
        const image = site.images.get(file);
        if (!image) throw new Error(`${page.file} shows ${href}, which is not a screenshot`);
        // The header of a PNG file has its size.
        const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
        return `<img src="${address}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      code({ text, lang }) {
        const isWide = text.split('\n').some((line) => line.length > narrowColumns);
        const block = `<pre${isWide ? ' tabindex="0"' : ''}><code>${escapeHtml(text)}</code></pre>\n`;
        return lang === 'mermaid'
          ? `${describeDiagram(text)}<details><summary>Diagram, as Mermaid source</summary>\n${block}</details>\n`
          : block;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const address = servicePage(page.address, text);
        return address === undefined ? code : `<a href="${address}">${code}</a>`;
      },
      table({ header, rows }) {
        const lines = [header, ...rows].map((row) => {
          const cells = row.map((cell) => {
            // A header without words is none.
            const tag = cell.header && cell.text !== '' ? 'th' : 'td';
            return `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
          });
          return `<tr>${cells.join('')}</tr>\n`;
        });
        const [head, ...body] = lines;
        return `<div class="table" tabindex="0"><table>\n<thead>\n${head}</thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
      },
      html: ({ text }) => escapeHtml(text),
    },
  });
  const content = marked.parse(page.text, { async: false });
  const [title, ...more] = titles;
  if (title === undefined || more.length > 0) throw new Error(`${page.file} does not have one title`);
  return { title: title.text, id: title.id, sections, headings, content };
}
