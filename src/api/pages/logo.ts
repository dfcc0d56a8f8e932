import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../core/identifiers.ts';
import { findLogo } from '../../storage/catalogue/logos.ts';
import type { ApiContext } from '../context.ts';
import { logosPath } from './brand.ts';

const readsPerMinute = 300;
const hidden = { schema: { hide: true } } as const;

/** The logos of products. Opened as a page, an SVG is in a sandbox and runs no scripts. */
export function logoRoutes(context: Pick<ApiContext, 'database' | 'rateLimiter'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(`${logosPath}/:workspaceId/:productId`, hidden, async (request, reply) => {
      const decision = await context.rateLimiter.take(`logo:${request.ip}`, readsPerMinute);
      if (!decision.allowed) {
        return reply
          .code(429)
          .header('retry-after', String(Math.max(1, decision.secondsUntilMore)))
          .send();
      }
      const { workspaceId, productId } = request.params as { workspaceId: string; productId: string };
      const logo =
        isUuid(workspaceId) && isUuid(productId)
          ? await findLogo(context.database, { workspaceId, productId })
          : undefined;
      if (!logo) return reply.code(404).header('cache-control', 'no-store').send();
      const { v } = request.query as { v?: unknown };
      const isCurrent = v === String(logo.changedAt.getTime());
      return reply
        .headers({
          'content-type': logo.mediaType,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        })
        .send(logo.content);
    });
  };
}
