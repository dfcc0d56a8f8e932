import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Separates two requests of a deck; no request contains it. */
export const separator = '\0';

/** The request in wire format. */
export function wireForm({ method, path, headers, body }: BenchRequest): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** A file of requests that a load generator repeats. */
export interface Deck {
  readonly path: string;
  remove(): Promise<void>;
}

export async function writeDeck(requests: readonly BenchRequest[]): Promise<Deck> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  const path = join(folder, 'requests');
  await writeFile(path, requests.map(wireForm).join(separator));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
