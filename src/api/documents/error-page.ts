import type { FastifyInstance } from 'fastify';
import { refusalTable } from '../../core/refusal.ts';
import { problemContentType } from '../http/problem.ts';
import { Html, html } from '../pages/html.ts';
import { type Page, sendPage } from '../pages/page.ts';

/** The page behind every problem document's `type`, with an entry per code. */
export async function errorPage(app: FastifyInstance): Promise<void> {
  app.get('/errors', { schema: { hide: true } }, async (_request, reply) => sendPage(reply, page));
}

const entries = Object.entries(refusalTable).map(
  ([code, { status, title, remedy }]) => html`
      <section id="${code}">
        <h2><a href="#${code}"><code>${code}</code></a> <span>${status}</span></h2>
        <p><strong>${withCode(title)}.</strong> ${withCode(remedy)}</p>
      </section>`,
);

const page: Page = {
  status: 200,
  title: 'Errors',
  of: 'Tessera',
  tone: 'calm',
  content: html`<p>Every refusal is an RFC 9457 problem document (<code>${problemContentType}</code>). React to its
        <code>code</code>; show people its <code>detail</code>; give support its <code>requestId</code>.
        The <a href="/docs">API documentation</a> says which call answers with which code.</p>
      ${entries}`,
};

/** Text between backticks is code. */
function withCode(text: string): Html {
  return new Html(html`${text}`.markup.replace(/`([^`]+)`/g, '<code>$1</code>'));
}
