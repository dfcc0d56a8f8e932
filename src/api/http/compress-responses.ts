import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

type Encoding = 'br' | 'gzip';

/** Below that, compression saves less than it costs. */
const smallest = 1_400;
/** Responses of this size are constant documents and scripts: worth more effort, once. */
const large = 100_000;
const largeKept = 8;

const brotli = promisify(brotliCompress);
const compress = {
  br: (text: string) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: text.length < large ? 4 : 9 } }),
  gzip: promisify(gzip) as (text: string) => Promise<Buffer>,
} satisfies Record<Encoding, (text: string) => Promise<Buffer>>;

/** Compresses the text responses of the scope for clients that accept it. */
export function compressResponses(scope: FastifyInstance): void {
  // By encoding, so that the key is the text itself, whose hash is computed once.
  const newCache = () => new LRUCache<string, Promise<Buffer>>({ max: largeKept });
  const kept = { br: newCache(), gzip: newCache() };
  scope.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest || method === 'HEAD') return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const encoding = acceptedEncoding(headers['accept-encoding']);
    if (!encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (payload.length < large) return compress[encoding](payload);
    const compressed = kept[encoding].get(payload) ?? compress[encoding](payload);
    kept[encoding].set(payload, compressed);
    return compressed;
  });
}

/** The first of the offered encodings that the header accepts; null: none. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | null {
  const refused = /;\s*q=0(\.0*)?$/;
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return offered.find((encoding) => accepted.includes(encoding)) ?? null;
}
