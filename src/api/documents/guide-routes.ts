import type { FastifyInstance, FastifyReply } from 'fastify';
import { matchesEtag } from '../http/headers.ts';
import { immutable, sendStaticFile } from '../http/static-file.ts';
import { html } from '../pages/html.ts';
import { type Page, sendPage } from '../pages/page.ts';
import type { GuideFiles } from './guide-files.ts';

export const guidesPath = '/docs/guides';

/** Nothing but files of the guides. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The guides, rendered from `docs/` by the build: static pages and their assets. */
export function guideRoutes(files: GuideFiles) {
  return async (app: FastifyInstance): Promise<void> => {
    const hidden = { schema: { hide: true } };
    const sendMissing = async (reply: FastifyReply): Promise<FastifyReply> => {
      const isBuilt = (await files.page('')) !== undefined;
      return sendPage(reply, isBuilt ? unknownGuide(app.publicUrl) : notBuilt(app.publicUrl));
    };
    app.get(guidesPath, hidden, (_request, reply) => reply.redirect(`${app.publicUrl}${guidesPath}/`));
    app.get<{ Params: { '*': string } }>(`${guidesPath}/*`, hidden, async (request, reply) => {
      const guide = await files.page(request.params['*']);
      if (!guide) return sendMissing(reply);
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'cache-control': 'no-cache',
        etag: guide.etag,
      });
      return matchesEtag(request.raw, guide.etag) ? reply.code(304).send() : sendStaticFile(reply, guide);
    });
    app.get<{ Params: { name: string } }>(`${guidesPath}/assets/:name`, hidden, async (request, reply) => {
      const asset = await files.asset(request.params.name);
      if (!asset) return sendMissing(reply);
      return sendStaticFile(reply.header('cache-control', immutable), asset);
    });
  };
}

const unknownGuide = (publicUrl: string): Page => ({
  status: 404,
  title: 'Guide not found',
  of: 'Tessera',
  tone: 'attention',
  content: html`<p>No guide has this address. It may have another name in this version.</p>
      <p><a href="${publicUrl}${guidesPath}/">All guides</a> · <a href="${publicUrl}/docs/">API reference</a></p>`,
});

const notBuilt = (publicUrl: string): Page => ({
  status: 404,
  title: 'The guides are not built',
  of: 'Tessera',
  tone: 'attention',
  content: html`<p>This service runs from a checkout without them. Build them with <code>npm run build</code>; until then they
        are Markdown files in the folder <code>docs</code>.</p>
      <p><a href="${publicUrl}/docs/">API reference</a></p>`,
});
