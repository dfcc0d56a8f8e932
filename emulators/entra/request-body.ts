import type { IncomingMessage } from 'node:http';

const LIMIT_BYTES = 64 * 1024;

/** The body as text, or undefined when it is larger than any honest request. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LIMIT_BYTES) chunks.push(chunk);
      // What is left flows on unread, so that the refusal can still be delivered.
      else resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', reject);
  });
}
