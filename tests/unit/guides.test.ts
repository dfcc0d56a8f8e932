import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeDiagram } from '../../guides/diagrams.js';
import { docsTopics } from '../../portal/parts/links/docs-topics.ts';
import { guidesFolder } from '../support/run/guides-folder.ts';

const origin = 'http://service/docs/guides/';
/** The pages of the service that guides link to. */
const servicePages = ['docs/', 'errors', 'portal/', 'openapi.json', 'api/admin/v1/openapi.json'];

/** Every page, by its address. */
const pages = new Map(
  readdirSync(guidesFolder, { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith('.html'))
    .map((file) => join(file.parentPath, file.name))
    .map((file) => [
      new URL(relative(guidesFolder, file).replace(/(^|\/)index\.html$|\.html$/, '$1'), origin).href,
      readFileSync(file, 'utf8'),
    ]),
);
const linksOf = (page: string) =>
  [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);

function exists(address: URL): boolean {
  if (!address.href.startsWith('http://service/')) return true;
  const path = address.href.slice(0, address.href.length - address.hash.length);
  if (path.startsWith(`${origin}assets/`)) {
    return existsSync(join(guidesFolder, path.slice(origin.length)));
  }
  if (servicePages.some((page) => path === `http://service/${page}`)) return true;
  const page = pages.get(path);
  return page !== undefined && (address.hash === '' || page.includes(` id="${address.hash.slice(1)}"`));
}

describe('the guides', () => {
  it('link only to pages and sections that are served', () => {
    expect(pages.size).toBeGreaterThan(100);
    const broken = [...pages].flatMap(([address, page]) =>
      linksOf(page)
        .filter((link) => !exists(new URL(link, address)))
        .map((link) => `${address}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('have every page of the index in the navigation, by kind', () => {
    const index = pages.get(origin) ?? '';
    const [content = '', navigation = ''] = index.split('<nav class="guides"');
    expect([...navigation.matchAll(/<h2>([^<]+)</g)].map(([, kind]) => kind)).toEqual([
      'Tutorial',
      'Build with the API',
      'Work in the portal',
      'Run the service',
      'Reference',
      'Explanation',
    ]);
    const listed = linksOf(content.split('<article>')[1] ?? '').filter((link) => !link.startsWith('../'));
    expect(linksOf(navigation)).toEqual(listed);
  });

  it('name a file that is not served instead of linking to it', () => {
    expect(pages.get(`${origin}explanation/scale`)).toContain('bench (<code>bench/README.md</code>)');
    expect(pages.get(`${origin}how-to/deploy`)).toContain('<td><code>Dockerfile</code></td>');
  });

  it('describe diagrams in words, and have their source', () => {
    const page = pages.get(`${origin}explanation/architecture`) ?? '';
    expect(page).toContain('<li><b>portal</b> (in the browser) to <b>api</b>: admin API</li>');
    expect(page).toContain(
      '<li>cache miss: <b>snapshots (cache)</b> to <b>storage</b>: one indexed query</li>',
    );
    expect(page).toContain('<li><b>actions/marketplace</b>: a worker leases it,');
    expect(page.match(/<summary>Diagram, as Mermaid source/g)).toHaveLength(5);
  });

  it.each(['sequenceDiagram\n  loop daily', 'flowchart TB\n  a & b --> c', 'pie\n  "a" : 1'])(
    'have no diagram that cannot be described: %j',
    (source) => expect(() => describeDiagram(source)).toThrow('cannot be described'),
  );

  it('have the ids of headings that GitHub gives them', () => {
    expect(pages.get(`${origin}reference/marketplace`)).toContain('<h2 id="the-customers-page">');
    expect(pages.get(`${origin}reference/commands`)).toContain('<h3 id="tessera-doctor">');
  });
});

describe('a link of the portal', () => {
  const guides = Object.entries(docsTopics).filter(([, { path }]) => path.startsWith('guides/'));

  it.each(guides)('%s leads to a guide, and to a section of it', (_topic, { path }) => {
    expect(exists(new URL(`http://service/docs/${path}`))).toBe(true);
  });

  it('knows an address that does not exist', () => {
    expect(exists(new URL(`${origin}how-to/nothing`))).toBe(false);
    expect(exists(new URL(`${origin}tutorial#nothing`))).toBe(false);
  });
});
