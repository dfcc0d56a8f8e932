import type { FastifyReply } from 'fastify';
import { type Refusal, refusalTable } from '../../core/refusal.ts';
import { type Brand, brandStyle, noBrand, styleSource, supportLine } from './brand.ts';
import { type Content, Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  readonly status: number;
  /** Heading and window title. */
  readonly title: string;
  /** The partner's name, or the product's own. */
  readonly of: string;
  /** Visual tone; the text says the same. */
  readonly tone: 'calm' | 'good' | 'attention';
  readonly content: Html;
  /** Above everything else. */
  readonly banner?: Html;
  /** Of the partner; absent on pages of the service itself. */
  readonly brand?: Brand;
}

const pageStyleSource = styleSource(pageStyle);

/** No resources but the logo, no scripts, no framing; forms submit to this service only. */
function contentSecurityPolicy(style: string, hasLogo: boolean): string {
  return [
    "default-src 'none'",
    `style-src ${pageStyleSource}${style && ` ${styleSource(style)}`}`,
    ...(hasLogo ? ["img-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A self-contained HTML page without scripts, never cached. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { brand = noBrand } = page;
  const style = brandStyle(brand);
  const logo = brand.logo && `${reply.server.publicUrl}${brand.logo}`;
  return reply
    .code(page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(style, logo !== null),
      'cache-control': 'no-store',
    })
    .send(renderPage(page, style, logo));
}

/** Drawn as SVG, because not every font has the characters. */
function mark(kind: string, path: string): Html {
  return html`<svg class="mark ${kind}" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;
}

const marks: Readonly<Record<Page['tone'], Html>> = {
  calm: html``,
  good: mark('good', 'M5 10.5l3.5 3.5L15 7'),
  attention: mark('attention', 'M10 4.5v7M10 15v.5'),
};

function renderPage(
  { title, of, tone, content, banner, brand = noBrand }: Page,
  style: string,
  logo: string | null,
): string {
  return html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · ${of}</title>
    <style>${new Html(pageStyle)}</style>${style && html`<style>${new Html(style)}</style>`}
  </head>
  <body>
    ${banner}
    <header>${logo && html`<img src="${logo}" alt="">`}<p>${of}</p></header>
    <main>
      <h1>${marks[tone]}${title}</h1>
      ${content}
      ${supportLine(brand)}
    </main>
  </body>
</html>
`.markup;
}

/** Name and value pairs, without unknown values. */
export function factList(facts: readonly (readonly [name: string, value: Content])[]): Html {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export type RefusalPage = Omit<Page, 'status'>;

/** For a browser that opens an address which the service does not have. */
export function sendNotFoundPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { publicUrl } = reply.server;
  return sendRefusalPage(reply, refusal, {
    title: 'There is no page at this address',
    of: 'Tessera',
    tone: 'attention',
    content: html`<p>The address may be mistyped, or the link may be incomplete.</p>
      <p class="actions"><a class="button" href="${publicUrl}/portal/">Open the portal</a>
        <a href="${publicUrl}/docs/guides">Guides</a></p>`,
  });
}

/** A refusal as an HTML page, for browsers: a page of its own, or its title and detail. */
export function sendRefusalPage(
  reply: FastifyReply,
  { code, detail }: Refusal,
  page?: RefusalPage,
): FastifyReply {
  const { status, title } = refusalTable[code];
  reply.refusalCode = code;
  return sendPage(reply, {
    status,
    ...(page ?? { title, of: 'Tessera', tone: 'attention', content: html`<p>${detail}</p>` }),
  });
}
