import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../core/refusal.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../http/problem.ts';
import { immutable, sendStaticFile } from '../http/static-file.ts';
import type { PortalFiles } from './portal-files.ts';

export const portalPath = '/portal';

/** The portal: one HTML page for every path below it, and its assets. */
export function portalRoutes(
  context: Pick<ApiContext, 'publicUrl' | 'randomBytes'>,
  { index, assets }: PortalFiles,
) {
  const sendIndex = (reply: FastifyReply): FastifyReply => {
    const nonce = Buffer.from(context.randomBytes(16)).toString('base64');
    const base = `${new URL(context.publicUrl).pathname.replace(/\/$/, '')}${portalPath}/`;
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(nonce),
        'cache-control': 'no-cache',
      })
      .send(index.replaceAll('="./', `="${base}`).replace('{{base}}', base).replace('{{nonce}}', nonce));
  };

  return async (app: FastifyInstance): Promise<void> => {
    const hidden = { schema: { hide: true } };
    app.get(portalPath, hidden, (_request, reply) => reply.redirect(`${context.publicUrl}${portalPath}/`));
    app.get(`${portalPath}/*`, hidden, (_request, reply) => sendIndex(reply));
    app.get<{ Params: { name: string } }>(`${portalPath}/assets/:name`, hidden, (request, reply) => {
      const asset = assets.get(request.params.name);
      if (!asset) return sendRefusal(reply, refuse('request.route_not_found'));
      return sendStaticFile(reply.header('cache-control', immutable), asset);
    });
  };
}

/** Scripts only from our own files; Mantine adds inline style sheets, with the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
