import type { FastifyInstance } from 'fastify';
import { refusalTable } from '../../core/refusal.ts';
import { problemContentType } from '../problem.ts';

/** The page that every problem document's `type` leads to: one entry a code. */
export async function errorPage(app: FastifyInstance): Promise<void> {
  const page = renderErrorPage();
  app.get('/errors', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(page),
  );
}

function renderErrorPage(): string {
  const entries = Object.entries(refusalTable).map(
    ([code, { status, title, remedy }]) => `
      <section id="${code}">
        <h2><a href="#${code}"><code>${code}</code></a> <span>${status}</span></h2>
        <p><strong>${withCode(title)}.</strong> ${withCode(remedy)}</p>
      </section>`,
  );
  return `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Errors · Tessera</title>
    <style>
      :root { color-scheme: light dark; }
      body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
      h1 { margin-bottom: 0; }
      h2 { font-size: 1.05rem; margin: 2rem 0 0; }
      h2 a { color: inherit; text-decoration: none; }
      h2 span { float: right; font-weight: normal; opacity: .7; }
      p { margin: .25rem 0; }
      code { font: .95em ui-monospace, monospace; }
      section:target { border-inline-start: 4px solid #b4552d; padding-inline-start: 1rem; }
    </style>
  </head>
  <body>
    <h1>Errors</h1>
    <p>Every refusal is an RFC 9457 problem document (<code>${problemContentType}</code>). React to its
      <code>code</code>; show people its <code>detail</code>; give support its <code>requestId</code>.
      The <a href="/docs">API documentation</a> says which call answers with which code.</p>
    ${entries.join('')}
  </body>
</html>
`;
}

function withCode(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/`([^`]+)`/g, '<code>$1</code>');
}
