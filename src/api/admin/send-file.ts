import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a file as it is made, and reads on only as fast as it is taken. Its first part is made before anything is sent:
 * what fails there is answered as anywhere. What fails later breaks the connection off, so that no client takes the
 * beginning for the whole.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, contentType }: { readonly name: string; readonly contentType: string },
  parts: AsyncGenerator<string, void>,
): Promise<FastifyReply> {
  const first = await parts.next();
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(allOf(first, parts)));
}

async function* allOf(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (!first.done) yield first.value;
  yield* rest;
}
