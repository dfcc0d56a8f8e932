/** An answer's text, as long as it keeps within the limit. */
export async function readBoundedText(response: Response, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limitBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  // Decoding leaves out a byte order mark, which JSON must not begin with.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
