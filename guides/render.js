import { layOut } from './layout.js';
import { renderMarkdown } from './markdown.js';
import { readKinds } from './navigation.js';
import { searchIndex } from './search-index.js';
import { asset, readFont, readImages, readScript, readSources, readStyle } from './sources.js';

/**
 * Every file of the guides: their pages, the font, the style sheet, the script, the index of the search, and the screenshots that they show or link to.
 *
 * @param {string} root The project's folder.
 * @returns {Promise<{ path: string, contents: Buffer }[]>}
 */
export async function renderGuides(root) {
  const font = await readFont();
  const [sources, images, style, script] = await Promise.all([
    readSources(root),
    readImages(root),
    readStyle(root, font),
    readScript(root),
  ]);
  const pages = new Map(sources.map(({ file, address }) => [file, address]));
  const served = new Map([
    ...pages,
    ...[...images].map(([file, { address }]) => /** @type {const} */ ([file, address])),
  ]);
  const contents = new Map([...images].map(([file, { content }]) => /** @type {const} */ ([file, content])));
  const index = sources.find(({ address }) => address === '');
  if (!index) throw new Error('docs/README.md, the index of the guides, is missing');

  const guides = sources.map((source) => ({
    address: source.address,
    text: source.text,
    ...renderMarkdown(source, { served, images: contents }),
  }));
  const search = asset('search.json', Buffer.from(searchIndex(guides)));
  const site = {
    kinds: readKinds(index, pages),
    titles: new Map(guides.map(({ address, title }) => [address, title])),
    style: style.address,
    script: script.address,
    index: search.address,
  };
  const rendered = guides.map((guide) => ({
    path: `${guide.address.replace(/(^|\/)$/, '$1index')}.html`,
    contents: Buffer.from(layOut(guide, site)),
  }));
  const isUsed = (/** @type {string} */ address) => guides.some(({ content }) => content.includes(address));
  const assets = [
    font,
    style,
    script,
    search,
    ...[...images.values()].filter(({ address }) => isUsed(address)),
  ];
  return [...rendered, ...assets.map(({ address, content }) => ({ path: address, contents: content }))];
}
