import { Readable } from 'node:stream';
import { Answer } from './answer.ts';

/**
 * A file that is sent while it is made, no faster than the client reads. Its first part is made before anything is sent,
 * so that a failure there is answered like any other. A later failure breaks the connection off: no client takes the
 * beginning for the whole.
 */
export async function fileAnswer(
  { name, contentType }: { readonly name: string; readonly contentType: string },
  parts: AsyncGenerator<string, void>,
): Promise<Answer> {
  const first = await parts.next();
  return new Answer(Readable.from(allOf(first, parts)), {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
  });
}

async function* allOf(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (!first.done) yield first.value;
  yield* rest;
}
