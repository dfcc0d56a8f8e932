import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply } from 'fastify';
import { acceptedEncoding } from './compress-responses.ts';

/** A file of the build. */
export interface StaticFile {
  readonly contentType: string;
  readonly uncompressed: Buffer;
  /** Null where compression saves nothing. */
  readonly compressed: Buffer | null;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** For a year: the name of the file contains a hash of its content. */
export const immutable = 'public, max-age=31536000, immutable';

export const isServable = (name: string): boolean => extname(name) in contentTypes;

/** Reads the file and, beside it, its gzip. */
export async function readStaticFile(path: string): Promise<StaticFile> {
  const [uncompressed, compressed] = await Promise.all([
    readFile(path),
    readFile(`${path}.gz`).catch(() => null),
  ]);
  return { contentType: contentTypes[extname(path)] ?? '', uncompressed, compressed };
}

export function sendStaticFile(reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.headers({ 'content-type': file.contentType, vary: 'accept-encoding' });
  const acceptsGzip = acceptedEncoding(reply.request.headers['accept-encoding'], ['gzip']) === 'gzip';
  if (!file.compressed || !acceptsGzip) return reply.send(file.uncompressed);
  return reply.header('content-encoding', 'gzip').send(file.compressed);
}
