import { escapeHtml } from './escape-html.js';
import { relativeAddress, servicePage } from './links.js';

/**
 * @typedef {object} Guide
 * @property {string} address
 * @property {string} title
 * @property {string} id The anchor of the title.
 * @property {{ id: string, text: string }[]} sections
 * @property {string} content
 */

/** Fewer sections are seen at a glance. */
const fewestListedSections = 3;

/**
 * A page as a whole. It works without its script, and the navigation comes after the content: on a narrow screen, the header leads to it.
 *
 * @param {Guide} guide
 * @param {{ kinds: import('./navigation.js').Kind[], titles: ReadonlyMap<string, string>, style: string, script: string, index: string }} site
 */
export function layOut(guide, { kinds, titles, style, script, index }) {
  const to = (/** @type {string} */ address) => relativeAddress(guide.address, address);
  const kind = kinds.find(({ addresses }) => addresses.includes(guide.address))?.name;
  const isIndex = guide.address === '';
  return `<!doctype html>
<html lang="en-GB" data-service="${relativeAddress(guide.address, '../../')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(guide.title)} · Tessera</title>
<link rel="stylesheet" href="${to(style)}">
<script type="module" src="${to(script)}"></script>
</head>
<body>
<header>
<a class="home" href="${to('')}"${isIndex ? ' aria-current="page"' : ''}>Tessera guides</a>
<form class="search" role="search" data-guides="${to('')}" data-index="${index}" hidden>
<input type="search" aria-label="Search the guides" placeholder="Search the guides" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ul></ul>
</form>
<a class="narrow" href="#guides">All guides</a>
<a href="${servicePage(guide.address, '/docs')}">API reference</a>
<a href="${servicePage(guide.address, '/portal/')}">Portal</a>
</header>
<div class="columns">
<main>
${kind ? `<p class="kind">${escapeHtml(kind)}</p>\n` : ''}<h1 id="${guide.id}">${escapeHtml(guide.title)}</h1>
${contents(guide)}<article>
${guide.content}</article>
</main>
<nav class="guides" id="guides" aria-label="Guides">
${kinds.map((one) => navigationGroup(one, guide.address, titles)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

/** @param {Guide} guide */
function contents({ sections }) {
  if (sections.length < fewestListedSections) return '';
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page">\n<ul>\n${links.join('\n')}\n</ul>\n</nav>\n`;
}

/**
 * @param {import('./navigation.js').Kind} kind
 * @param {string} current
 * @param {ReadonlyMap<string, string>} titles
 */
function navigationGroup({ name, addresses }, current, titles) {
  const links = addresses.map((address) => {
    const mark = address === current ? ' aria-current="page"' : '';
    return `<li><a href="${relativeAddress(current, address)}"${mark}>${escapeHtml(titles.get(address) ?? '')}</a></li>`;
  });
  return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
}
