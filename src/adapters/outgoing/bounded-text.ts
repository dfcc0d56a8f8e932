import { UnreadableAnswer } from './failure-cause.ts';

const decoder = new TextDecoder();

/** The text of a response body; throws beyond the limit. */
export async function readBoundedText(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limitBytes) throw new UnreadableAnswer('the response is too large');
    chunks.push(chunk);
  }
  // Decoding removes a byte order mark, which JSON must not have.
  return decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}
